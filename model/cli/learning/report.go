package learning

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"parley/config/private"
	"parley/model/cli/process"
	"parley/store/text/clean"
)

// answered is a trial with its result.
type answered struct {
	trial
	private.Reviewed
}

// row is how one model did.
type row struct {
	Model      string     `json:"model"`
	Configured bool       `json:"configured"` // the configuration names it for some of the questions
	Asked      int        `json:"asked"`
	Agrees     *float64   `json:"agrees"` // share of the answers that agree, 0 to 1; null: no answers
	Kappa      *float64   `json:"kappa"`  // null: not known
	Unusable   int        `json:"unusable"`
	Dollars    *float64   `json:"dollars_per_question"` // null: not known
	FalseYes   []mismatch `json:"false_yes"`
	FalseNo    []mismatch `json:"false_no"`
}

// mismatch is a question to which a model and the person gave different answers.
type mismatch struct {
	About        string    `json:"question"`
	Text         string    `json:"text"`
	Conversation string    `json:"conversation"`
	Title        string    `json:"title"`
	ID           string    `json:"id"`
	Time         time.Time `json:"time"`
	Reason       string    `json:"reason"`
}

// rows returns a row for each model: the configured ones first, the others in the order in
// which they were given.
func (x *tester) rows() []row {
	var order []string
	of := map[string][]answered{}
	configured := map[string]bool{}
	for _, t := range x.trials {
		if r, done := x.done(t); done {
			if !slices.Contains(order, t.model()) {
				order = append(order, t.model())
			}
			of[t.model()] = append(of[t.model()], answered{t, r})
			configured[t.model()] = configured[t.model()] || t.configured
		}
	}
	var out []row
	for _, model := range order {
		out = append(out, rowOf(model, configured[model], of[model]))
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Configured && !out[j].Configured })
	return out
}

func rowOf(model string, configured bool, all []answered) row {
	out := row{Model: model, Configured: configured, Asked: len(all), FalseYes: []mismatch{}, FalseNo: []mismatch{}}
	var said []private.Reviewed
	var dollars float64
	priced := 0
	for _, a := range all {
		said = append(said, a.Reviewed)
		if a.Dollars != nil {
			dollars, priced = dollars+*a.Dollars, priced+1
		}
		if a.Said == nil || *a.Said == a.Person {
			continue
		}
		m := mismatch{a.about(), a.Inquiry.Question.Text, a.ID, a.Summary.Title, a.Inquiry.ID, a.time, a.Reason}
		if *a.Said {
			out.FalseYes = append(out.FalseYes, m)
		} else {
			out.FalseNo = append(out.FalseNo, m)
		}
	}
	count := private.Of(said)
	out.Unusable = count.Unusable
	if count.Answers() > 0 {
		share := count.Share()
		out.Agrees = &share
	}
	if kappa, known := count.Kappa(); known {
		out.Kappa = &kappa
	}
	if priced > 0 && priced == len(all) {
		per := dollars / float64(priced)
		out.Dollars = &per
	}
	return out
}

// report prints the results of the trials.
func (x *tester) report() error {
	rows := x.rows()
	if x.format == "json" {
		return x.p.JSON(map[string]any{"reviewers": append([]row{}, rows...), "stopped": x.stopped})
	}
	var b strings.Builder
	if len(rows) > 0 {
		b.WriteString(table(rows))
	}
	for _, r := range rows {
		b.WriteString(mismatches(falseYesText, r.Model, r.FalseYes, x.p.Now().Location()))
		b.WriteString(mismatches(falseNoText, r.Model, r.FalseNo, x.p.Now().Location()))
	}
	if x.stopped != "" {
		fmt.Fprintf(&b, "\n%s\n", x.stopped)
	}
	return process.Rows(x.p.Out, x.p.Shown(b.String()))
}

// table returns one line for each model, below a heading.
func table(rows []row) string {
	lines := [][]string{{"model", "asked", "agrees", "kappa", "false yes", "false no", "unusable", "per question"}}
	for _, r := range rows {
		line := []string{r.Model, fmt.Sprint(r.Asked), unknownText, unknownText, fmt.Sprint(len(r.FalseYes)), fmt.Sprint(len(r.FalseNo)), fmt.Sprint(r.Unusable), unknownText}
		if r.Configured {
			line[0] += configuredText
		}
		if r.Agrees != nil {
			line[2] = fmt.Sprintf("%.0f %%", 100**r.Agrees)
		}
		if r.Kappa != nil {
			line[3] = fmt.Sprintf("%.2f", *r.Kappa)
		}
		if r.Dollars != nil {
			line[7] = fmt.Sprintf("$%.4f", *r.Dollars)
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		for i, cell := range line {
			gap := strings.Repeat(" ", widths[i]-len([]rune(cell)))
			if i == 0 {
				b.WriteString(cell + gap)
				continue
			}
			b.WriteString("  " + gap + cell)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func mismatches(what, model string, all []mismatch, where *time.Location) string {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s: %s\n", model, what)
	for _, m := range all {
		fmt.Fprintf(&b, "  %s  %s  %s  %s\n    %s\n", m.Time.In(where).Format("2006-01-02 15:04"), m.Conversation, m.About, clean.OneLine(m.Title), clean.InRow(m.Text))
		if m.Reason != "" {
			fmt.Fprintf(&b, "    it said: %s\n", clean.InRow(m.Reason))
		}
	}
	return b.String()
}
