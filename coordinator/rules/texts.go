package rules

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What is said about a line that is asked about regardless of the rules.
const (
	oddLong           = "the line is longer than 64 KiB, so it is not read"
	oddControl        = "it holds a control character"
	oddUTF8           = "it is not text: some of its bytes are no UTF-8"
	oddDeep           = "it nests deeper than is read"
	oddMany           = "it holds more than 100 commands"
	oddSyntax         = "it cannot be read as a line of shell"
	oddGrammars       = "a POSIX shell and Bash read it differently"
	oddPrinted        = "it reads differently once it is printed"
	oddShape          = "it uses a construct that no rule covers"
	oddBraces         = "Bash makes several words of its braces"
	oddDollarQuotes   = "it quotes with a dollar sign, which only some shells know"
	oddDollar         = "a dollar sign in it means different things to different shells"
	oddContinuation   = "a line break behind a backslash stands where shells and the parser may read it differently"
	oddEaten          = "in some encodings a shell takes a backslash or a bar in it for a part of the character before"
	oddBlank          = "some shells take a part of one of its characters for a blank"
	oddHash           = "a word begins with #, which some shells take for a comment"
	oddBackslash      = "it ends with a backslash"
	oddExpansion      = "it uses an expansion that no rule covers"
	oddBackquotes     = "it has a command in backquotes; write $(…)"
	oddLoopVariable   = "it uses a variable that the line itself sets"
	oddLoopName       = "its loop sets a variable that a shell or a program may read; a name of small letters is read by none"
	oddInSubstitution = "a command within $(…) is more than simple commands"
	oddDocument       = "shells may disagree on where its here-document ends or what stands in it"
	oddDescriptor     = "it redirects a descriptor that not every shell has"
)

// What is said about a part that is asked about regardless of the rules.
const (
	askedExpansion  = "the shell decides only then which command this is"
	coveredRedirect = "it goes nowhere"
	askedDash       = "its first word begins as a flag of the shell would"
	noRule          = "no rule covers it"
	noCommand       = "it holds no command"
	differs         = "the words differ"
	whyFed          = "xargs adds words that nobody has seen"
)

func askedAssignment(name string) string {
	return fmt.Sprintf("it sets %s, which may change what a command does", said(name))
}

func askedAlone(text string) string {
	return fmt.Sprintf("%s can take in repositories with settings of their own, which the rest of the line would read", said(text))
}

func askedBuiltin(name string) string {
	return fmt.Sprintf("%s changes what the rest of the line means, or runs what it is given", said(name))
}

func askedMayDash(text string) string {
	return fmt.Sprintf("the shell may put a flag in the place of %s", said(text))
}

func askedInput(name string) string {
	return fmt.Sprintf("%s may read from its input what it is to run", said(name))
}

func askedWritten(name string) string {
	return fmt.Sprintf("%s may read from its input which files it changes", name)
}

func askedInputFrom(name, which string) string {
	return fmt.Sprintf("it reads from %s, %s", said(name), which)
}

func askedWrapper(name string) string {
	return fmt.Sprintf("%s is looked through only in its listed forms", said(name))
}

func askedTable(name string) string { return fmt.Sprintf("%s is always asked about", name) }

func askedSub(name, sub string) string {
	return fmt.Sprintf("%s is no command of %s that is known; it may be an alias", said(sub), name)
}

func askedFlagBefore(name, flag string) string {
	return fmt.Sprintf("%s before the subcommand may make %s run or read something else", said(flag), name)
}

func askedVariable(name string) string {
	return fmt.Sprintf("the value of %s stands in its here-document", said(name))
}

func askedRedirect(text string) string {
	return fmt.Sprintf("no rule covers the redirection %s", said(text))
}

func askedOutput(target string) string {
	return fmt.Sprintf("it writes to %s; only a new file that a rule for fs_create_file covers is written without asking", said(target))
}

func askedDirectory(dir string) string {
	return fmt.Sprintf("rules for commands hold in the root of the workspace, and this runs in %s", said(dir))
}

func personText(name, why string) string {
	return fmt.Sprintf("%s %s: only a person decides about it", said(name), why)
}

func guardedText(name, why string) string {
	return fmt.Sprintf("%s gives permission (%s): only a person changes it", said(name), why)
}

func outsideText(name string) string {
	return fmt.Sprintf("%s is outside of the workspace", said(name))
}

func coveredBy(h *Held) string { return "allowed by " + h.named() }
func deniedBy(h *Held) string  { return "denied by " + h.named() }
func askedBy(h *Held) string   { return h.named() + " says to ask" }

func notTaken(h *Held, why string) string {
	return fmt.Sprintf("%s does not cover it: %s", h.named(), why)
}

// named is the rule within a sentence of the program's own, which a person and the assistant read. Of one of a workspace,
// which may hold before anybody trusted it, only the place is told: its words would stand as ours.
func (h *Held) named() string {
	if h.Guest != "" {
		return "the workspace's rule at " + h.Guest
	}
	return "the rule " + h.text
}

// Kept is the text of the rule as it is put on record: see spoken, for one of a workspace.
func (h *Held) Kept() string {
	if h.Guest != "" {
		return spoken(h.text)
	}
	return h.text
}

// spoken is the text of a rule: in quotes if it could be taken for more than a rule.
func spoken(rule string) string {
	odd := func(r rune) bool { return r < ' ' || r >= 0x7f || strings.ContainsRune("()\",;:", r) }
	name, inside, _ := strings.Cut(strings.TrimSuffix(rule, ")"), "(")
	if strings.ContainsFunc(name+inside, odd) || strings.Contains(name, " ") || strings.Contains(inside, ". ") {
		return strconv.Quote(rule)
	}
	return rule
}

// Why a wildcard does not take a word, or a rule does not cover a command.
// butNames ends what is said of an allow with a wildcard in its path.
const butNames = ", but no names that begin with a dot, that programs run, or that may be their configuration in the root"

func whyExact(name string) string {
	return fmt.Sprintf("%s is none of the commands of which a wildcard takes words, so a rule must spell every word", name)
}

func whySpelled(name string) string {
	return fmt.Sprintf("%s can run or change anything, so a rule must spell every word", name)
}

func whyUnlistedProgram(name string) string {
	return fmt.Sprintf("%s is in no table that says what it does with its words, so a rule must spell every word", said(name))
}

func whyName(text string) string {
	return fmt.Sprintf("a rule must spell %s, which names what is done", said(text))
}

func whySubcommand(name string) string {
	return fmt.Sprintf("a rule must spell which command of %s it is for", said(name))
}

func whyExpands(text string) string {
	return fmt.Sprintf("no wildcard takes %s, which the shell changes", said(text))
}

func whyFlag(text string) string {
	return fmt.Sprintf("no wildcard takes %s, which is not in the list of harmless flags", said(text))
}

func whyAfter(text string) string {
	return fmt.Sprintf("no wildcard takes %s, which may be the value of the flag before it", said(text))
}

func whyOperand(text string) string {
	return fmt.Sprintf("no wildcard takes %s in this place", said(text))
}

func whyVersion(text string) string {
	return fmt.Sprintf("no wildcard takes %s, which may name a version that is loaded from the network", said(text))
}

func whyList(text string) string {
	return fmt.Sprintf("no wildcard takes %s, which may be a file that holds further words", said(text))
}

func whyFolder(text string) string {
	return fmt.Sprintf("no wildcard takes %s, a folder, in which links may lead elsewhere", said(text))
}

func whyClosed(name string) string {
	return fmt.Sprintf("%s goes into folders, and here lie some that are closed to the assistant; a rule must spell every word", said(name))
}

func whyFilter(text string) string {
	return fmt.Sprintf("no wildcard takes %s, which is more than known words of jq", said(text))
}

// Why no rule is offered for a call that one would cover.
func whyRuns(words []word) string {
	name := said(words[0].shown())
	if runsWorkspace(words) {
		return fmt.Sprintf("%s runs what files of the workspace say, and the assistant may write those", name)
	}
	return fmt.Sprintf("%s can run what it is given", name)
}

func whyDoes(name string) string {
	return fmt.Sprintf("%s can change or run much, as its words say", name)
}

func whyChanges(text string) string { return fmt.Sprintf("the shell changes %s", said(text)) }

// whyUnlisted names the program with the flag: a flag alone is nothing that does harm.
func whyUnlisted(title, flag string) string {
	return fmt.Sprintf("%s %s is not known to be harmless", title, said(flag))
}

func whyHolds(text, which string) string { return fmt.Sprintf("it names %s, %s", said(text), which) }

func whyManyRules(n int) string { return fmt.Sprintf("it would take more than %d rules", n) }

const whyNoPlace = "this workspace has no identity that a rule could be bound to"

// What is wrong with the place that a word names.
const (
	whichOutside = "which names or leads to a place outside of the workspace"
	whichClimbs  = "which goes up from a folder that may be a link"
	whichMany    = "which holds more parts than are looked at"
	whichLong    = "which is longer than a path that is looked up"
	whichUnknown = "of which it is not known where it leads"
	whichMoved   = "which another part of the line may have made lead elsewhere"
)

func whichGuarded(why string) string { return fmt.Sprintf("which gives permission (%s)", why) }

func whyPlace(text, which string) string {
	return fmt.Sprintf("no wildcard takes %s, %s", said(text), which)
}

const (
	boundWords = ", as long as its command and the files of the workspace that this names stay what they are"
	whyTool    = "what stands behind the name has changed since the rule was made: its command, its parameters or its options"
	whyGuest   = "it is for every workspace, and this workspace names what the tool is; a rule for this workspace can cover it"
	whyFiles   = "files of the workspace that the tool's command names have changed since the rule was made"
)

func whyProgramUnknown(name string) string {
	return fmt.Sprintf("it is not known which program %s is", said(name))
}

func whyProgramInside(name string) string {
	return fmt.Sprintf("%s is a program in the workspace, and the rule was made without its digest", said(name))
}

func whyProgramChanged(name string) string {
	return fmt.Sprintf("%s was changed since the rule was made", said(name))
}

func whyProgramBeside(name string) string {
	return fmt.Sprintf("%s is a program in the workspace, which other parts of the line may change; it is covered only where it is the whole line", said(name))
}

func whyProgramShadowed(name string) string {
	return fmt.Sprintf("other parts of the line may make a program %s in a folder of the workspace that PATH names", said(name))
}

func whyLent(name string, unset bool) string {
	if unset {
		return fmt.Sprintf("%s would find programs and settings where the variables of the program that asks name the workspace, or take flags for files", name)
	}
	return fmt.Sprintf("%s would find programs and settings where your variables name the workspace, as another part of the line needs them; it is covered only without that part", name)
}

func whyConfig(name, family string) string {
	switch family {
	case outputFamily:
		return fmt.Sprintf("%s may write through a link in the root of the workspace, which leads to no file, an empty one or a program", name)
	case sourcesFamily:
		return fmt.Sprintf("%s may show code outside of the workspace, where a go.mod, a go.work or a link to a folder leads", name)
	case sumsFamily:
		return fmt.Sprintf("%s may write through a link in the workspace that leads out of it and is named go.mod, go.sum, go.work or go.work.sum", name)
	case builtFamily:
		return fmt.Sprintf("%s may write a program into the root of the workspace that has the name of a file which gives permission or which other programs run", name)
	case remotesFamily:
		return fmt.Sprintf("%s may go through a remote of the workspace to a place on this machine, run its hooks, read it and write there", name)
	case versionsFamily:
		return fmt.Sprintf("a manager of versions starts %s, and a file of the workspace may name another program for it", name)
	case listsFamily:
		return fmt.Sprintf("%s may read and show a file outside of the workspace, to which a link in it leads that has the name of a list of files to leave out", name)
	case codeFamily:
		return fmt.Sprintf("%s may read or write through a link in the workspace, which leads to code outside of it", name)
	}
	return fmt.Sprintf("the workspace's configuration of %s names a program for %s that you have not seen", family, name)
}

func whyConfigMoved(name string) string {
	return fmt.Sprintf("%s goes by files of the workspace, which another part of the line may change", said(name))
}

func whyAway(name string) string {
	return fmt.Sprintf("the repository of the workspace lies elsewhere, or %s may read or write elsewhere: .git is no folder, has a link in it or names another place, a tracked file lies behind a link or by its name elsewhere, or a file that your own settings name is a link", said(name))
}

func whyConfigUnknown(name, family string) string {
	return fmt.Sprintf("it is not known which programs the workspace's configuration of %s names for %s", family, name)
}

// Some families are not about configuration, but about links, those that a program is
// written through, those to code and those to lists of what is left out, and about the names of
// what is built.
const (
	outputFamily = "links"
	codeFamily   = "code"
	listsFamily  = "lists"
	builtFamily  = "built"

	sourcesFamily = "sources" // folders in which go finds the code of modules

	sumsFamily = "sums" // files in which go keeps what it has found out of modules

	remotesFamily = "remotes" // addresses through which git goes to other repositories

	versionsFamily = "versions" // of programs that a manager of versions starts
)

// What is wrong with the text of a rule.
const (
	faultEmpty         = "it is empty"
	faultLong          = "it is longer than 8 KiB"
	faultControl       = "it holds a control character or bytes that are no text; a line break in a word is written $'\\n'"
	faultBlank         = "it begins or ends with a blank"
	faultKind          = "a rule is an allow, an ask or a deny"
	faultBracket       = "the bracket is not closed at its end"
	faultName          = "the name of a tool has letters, digits, _ - . : and *"
	faultNoBrackets    = "only run_command and the fs_ tools take brackets; write the name alone"
	faultWantsBrackets = "say in brackets what is allowed, as in run_command(go vet ./...) or fs_create_file(docs/**)"
	faultEverything    = "it would allow everything; name a tool"
	faultNoPath        = "there is no path in the brackets; ** is for all of the workspace"
	faultOutside       = "a rule never reaches out of the workspace; take out the .."
	faultClimbs        = "a .. behind a star or ~ leads to no folder that is known; name the folder"
	faultAbsolute      = "a path is relative to the root of the workspace"
	faultStars         = "** stands alone between slashes, as in docs/**/*.md"
	faultBackslash     = "it ends with a backslash"
	faultFirstWord     = "the first word is the command, and no wildcard or expansion can stand for it"
	faultQuoting       = "a word in $'…' is not closed, or has more than \\n, \\t, \\\\ and \\'"
	faultNoCommand     = "there is no command in the brackets"
	faultSimple        = "it is more than one simple command: no pipe, redirection, assignment or comment can stand in a rule"
)

func faultShape(why string) string { return "the command cannot be a rule: " + why }

func faultText(rule, why string) string {
	return fmt.Sprintf("the rule %s is left out: %s", spoken(excerpt(rule)), why)
}

const shownMost = 200 // bytes of a line that are quoted

// said is a word of a call within a sentence of the program's own: as it is, or in quotes if it could be
// taken for words of that sentence, or holds anything that would not show as itself.
func said(s string) string {
	short := excerpt(s)
	odd := strings.ContainsFunc(short, func(r rune) bool { return !strconv.IsPrint(r) || r == '\uFFFD' })
	switch {
	case odd, strings.Contains(short, "'") && strings.Contains(short, " "):
		return strconv.Quote(short)
	case short == "", strings.Contains(short, " "):
		return "'" + short + "'"
	}
	return short
}

// excerpt is a text cut short enough to be quoted.
func excerpt(s string) string {
	s = strings.TrimSpace(s)
	if len(s) <= shownMost {
		return s
	}
	cut := shownMost
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
