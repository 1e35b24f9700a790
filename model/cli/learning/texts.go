package learning

import (
	"fmt"
	"slices"
	"strings"

	"parley/config/private"
	"parley/coordinator/rulebook"
	"parley/store/text/clean"
	"parley/views/text"
)

const suggestLong = `Suggest rules based on your own decisions in this workspace. A rule is suggested for
a command, or for changes of a file, to which you said yes at least ten times, in
at least three conversations, and never no. It covers exactly that command or
file: no other word, flag or path.

Answers of scripts, of rules and of anybody without a terminal do not count, nor do
decisions in a session of another program, nor what you allowed a scripted model
(script/…). A fork counts as one conversation with the original. If the file of a
conversation was changed by anything but Parley, only its refusals count.

Each rule is shown with the decisions that support it. On a terminal you are asked
about each; only the word yes makes it. It then holds in this workspace, and
` + "`parley rules rm`" + ` takes it back.`

const (
	nothingText = "There is no rule to suggest: a rule takes ten yeses to the same command or file, in three conversations of this workspace, and never a no. What you allowed a scripted model does not count."
	leftText    = "Not made."
	endedText   = "no answer; no further rule was made"
	byHandText  = "Make a rule with `parley rules add 'RULE'`, or run this command on a terminal to be asked about each."
	makeText    = "Make this rule for this workspace? Type yes to make it, anything else to skip it: "
)

// restsText introduces the decisions that support a suggestion.
func restsText(s rulebook.Suggestion, conversations int) string {
	return fmt.Sprintf("You said yes to it %d times, in %d conversations, and never no:", len(s.Yes), conversations)
}

// moreText counts the precedents that are not listed.
func moreText(n int) string { return fmt.Sprintf("and %d more", n) }

// madeText says that a rule was made, and how to remove it.
func madeText(rule string) string {
	return fmt.Sprintf("Made: allow %s. `parley rules rm '%s'` takes it back.", rule, rule)
}

const testLong = `Put the questions that you answered with yes or no in this workspace to reviewing
models, and compare: how often each agrees with you, Cohen's kappa (how far the
agreement exceeds chance: 1 is always, 0 no more than by chance), the questions to
which it said yes where you said no, and the reverse, and what a question costs. The
configured model is always among those compared.

Each model receives what it would have received when the question was asked. So
before anything is sent, you are shown which conversations would go to which server,
and asked.

  parley reviewer test                                  the configured reviewer
  parley reviewer test -m ollama/qwen3 -m openai/gpt-5-mini
  parley reviewer test --last 200 --budget 0.50

Every answer is saved at once. The same command continues where it was stopped, and
asks nothing twice. docs/reviewer.md explains how to choose a reviewer by the result.`

const (
	noQuestionsText  = "There is no question to test a reviewer with: that takes yes-or-no questions that a reviewer may answer, such as whether to write a change, and that you have answered in this workspace."
	testTerminalText = "somebody must agree on a terminal before anything is sent to a server; run this on a terminal, or give --yes"
	sendText         = "Send it? Type yes to send it, anything else to cancel: "
	notSentText      = "Nothing was sent."
	noPriceText      = "the price of %s is not known, so a budget cannot be kept; set input_price and output_price of the model, or leave out --budget"
	falseYesText     = "said yes where you said no"
	falseNoText      = "said no where you said yes"
	configuredText   = " (configured)"
	unknownText      = "-"
	longestReason    = 300 // cells of a model's reason that are kept
)

// sentText says what would be sent to which servers.
func sentText(left []trial, where func(provider string) string) string {
	var b strings.Builder
	b.WriteString("The conversation up to each of these questions is sent to the reviewer:\n")
	var order []string
	count := map[string]int{}
	var servers []string
	seen := map[string]bool{}
	for _, t := range left {
		if !seen[t.ID+"\n"+t.Inquiry.ID] {
			seen[t.ID+"\n"+t.Inquiry.ID] = true
			if count[t.ID] == 0 {
				order = append(order, t.ID)
			}
			count[t.ID]++
		}
		server := t.model()
		if at := where(t.reviewer.Model.Provider); at != "" {
			server += " at " + at
		}
		if !slices.Contains(servers, server) {
			servers = append(servers, server)
		}
	}
	for _, id := range order {
		i := slices.IndexFunc(left, func(t trial) bool { return t.ID == id })
		fmt.Fprintf(&b, "  %s  %s  %s\n", id, text.Count(count[id], "question", "questions"), clean.OneLine(left[i].Summary.Title))
	}
	b.WriteString("It is sent to:\n")
	for _, s := range servers {
		fmt.Fprintf(&b, "  %s\n", clean.OneLine(s))
	}
	fmt.Fprintf(&b, "This takes %s.\n", requestsText(len(left)))
	return b.String()
}

// requestsText counts requests.
func requestsText(n int) string {
	return text.Count(n, "request, or more if an answer does not fit", "requests, or more if an answer does not fit")
}

// progressText reports the result of one question.
func progressText(n, of int, t trial, r private.Reviewed) string {
	came := "no usable answer"
	switch {
	case r.Said == nil:
	case *r.Said == r.Person:
		came = "agrees"
	case *r.Said:
		came = "it said yes, you said no"
	default:
		came = "it said no, you said yes"
	}
	return fmt.Sprintf("%d/%d  %s  %s: %s", n, of, t.model(), t.about(), came)
}

// budgetText says that the budget is spent, and how many requests are left.
func budgetText(dollars float64, left int) string {
	return fmt.Sprintf("The budget of $%.2f is spent; %s. The same command continues, with the same budget again.", dollars, leftOutText(left))
}

// interruptedText says that the test was interrupted, and how many requests are left.
func interruptedText(left int) string {
	return "Stopped; " + leftOutText(left) + ". The same command continues."
}

func leftOutText(n int) string {
	return text.Count(n, "request was not made", "requests were not made")
}

// clipped shortens a text of a model or a server to what is kept of it.
func clipped(s string) string { return text.Line(s, longestReason) }

// untestedText says that nobody knows yet how a reviewer decides.
func untestedText(id string, answers int) string {
	how := "it has never been compared with your decisions"
	if answers > 0 {
		how = "it has been compared with your decisions on " + text.Count(answers, "question", "questions") + " only"
	}
	return fmt.Sprintf("%s: %s; `parley reviewer test -m %s` compares it (docs/reviewer.md)", id, how, id)
}

// rarelyText says that a reviewer often disagrees with the person.
func rarelyText(id string, answers int, share float64) string {
	return fmt.Sprintf("%s: it agreed with you on %.0f %% of %d questions; below 90 %%, choose another, or let its answers come to you (docs/reviewer.md)", id, 100*share, answers)
}
