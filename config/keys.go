package config

import (
	"slices"
	"strings"
)

// kind is the type of a key's value.
type kind int

const (
	kindText     kind = iota
	kindWord          // one of spec.Words
	kindBool          //
	kindInt           // within spec.Min and spec.Max
	kindFloat         // within spec.Min and spec.Max
	kindDuration      // "30m", held as nanoseconds
	kindBytes         // a whole number of bytes
	kindURL           //
	kindPath          // absolute, or from "~/"
	kindModel         // "provider/model", an alias or "inherit"
	kindCommand       // a line for the shell, or a list of words
	kindNames         // a list of variable names
	kindWords         // a list of words
	kindRules         // rules: one line or a list of lines; the rules of all places add up
	kindTable         // a table of anything, merged field by field
	kindAny           // any value, replaced as a whole
	kindEnable        // a word, a Boolean, or the table below it
	kindTarget        // a word, or the table below it
	kindDetached      // a word, or the table below it
)

// leave is what a workspace file may do with a key before the user trusts it. Such a
// file can only narrow: a key without an entry of its own is left out.
type leave int

const (
	unplaced      leave = iota // nobody has decided: left out, and a test fails
	leaveNothing               //
	leaveOff                   // switch off
	leaveStricter              // "ask" or "skip", if the mode in force is looser
	leaveLower                 // a lower number than the one in force
	leaveTrue                  // true
	leaveFreely                // any value
)

// ruleRows are the keys of rules, by kind.
func ruleRows() []spec {
	const language = " The language is that of [rules](rules.md). What all places say is taken together."
	return []spec{
		{Pattern: "conversation.rules.allow", Kind: kindRules, Untrusted: leaveNothing, DefaultText: "none", Doc: "What is done without asking." + language},
		{Pattern: "conversation.rules.ask", Kind: kindRules, Untrusted: leaveFreely, DefaultText: "none", Doc: "What is always asked about." + language},
		{Pattern: "conversation.rules.deny", Kind: kindRules, Untrusted: leaveFreely, DefaultText: "none", Doc: "What is refused." + language},
	}
}

// spec is one row of the table of keys. The table is the source for checks,
// suggestions, defaults, display and docs/configuration.md. In a pattern, a segment
// in angle brackets stands for a name.
type spec struct {
	Pattern string
	Kind    kind
	Words   []string
	Min     float64
	Max     float64 // 0: no limit
	Not     int64   // an integer that means nothing, 0: none
	Default any     // as in TOML; nil: none, or described in DefaultText
	// DefaultText describes the default if it is not one value.
	DefaultText string
	Doc         string
	Untrusted   leave // what an untrusted workspace file may do with it
	ZeroIsNone  bool  // 0 means no limit, or the default one, so it counts as the highest
	Switch      bool  // off is the user's to say, and holds against trusted files, though untrusted ones may not say it
	Secret      bool  // its value is never shown
}

// specs is the table. The rows of an assistant are written once and occur in three
// places.
func specs() []spec {
	var rows []spec
	rows = append(rows, assistantRows("assistant", true)...)
	rows = append(rows, assistantRows("conversation.inquiry.assistant", false)...)
	rows = append(rows, toolRows()...)
	rows = append(rows, questionRows()...)
	rows = append(rows, guardRows()...)
	rows = append(rows, ruleRows()...)
	rows = append(rows, providerRows()...)
	rows = append(rows, mcpRows()...)
	return append(rows, restRows()...)
}

// assistantRows are the fields of an assistant. Only the main one has defaults:
// the others are filled from it.
func assistantRows(at string, main bool) []spec {
	rows := []spec{
		{Pattern: "model.id", Kind: kindModel, Untrusted: leaveNothing, Doc: "The model: `provider/model` or an alias."},
		{Pattern: "model.parameters.max_tokens", Kind: kindInt, Untrusted: leaveLower, ZeroIsNone: true, Default: int64(0), Doc: "Maximum tokens in a response; 0 leaves it to the server."},
		{Pattern: "model.parameters.temperature", Kind: kindFloat, Untrusted: leaveNothing, Max: 2, DefaultText: "the server's", Doc: "How freely the model chooses its words, 0 to 2."},
		{Pattern: "model.parameters.top_p", Kind: kindFloat, Untrusted: leaveNothing, Max: 1, DefaultText: "the server's", Doc: "The share of likely words it chooses from, 0 to 1."},
		{Pattern: "model.parameters.reasoning", Kind: kindWord, Untrusted: leaveNothing, Words: reasonings(), DefaultText: "the server's", Doc: "How much the model thinks before it answers."},
		{Pattern: "system_prompt", Kind: kindText, Untrusted: leaveNothing, DefaultText: "Parley's own", Doc: "What the model is told before the conversation."},
		{Pattern: "request.retries", Kind: kindInt, Untrusted: leaveLower, Max: 20, Default: int64(3), Doc: "Retries when a request fails before its response begins."},
		{Pattern: "request.idle_timeout", Kind: kindDuration, Untrusted: leaveLower, ZeroIsNone: true, Default: "2m", Doc: "The longest silence within a response; \"0s\" is two minutes."},
		{Pattern: "request.first_byte_timeout", Kind: kindDuration, Untrusted: leaveNothing, Default: "10m", Doc: "The longest silence of a server before its response begins: a model on a small machine reads a long conversation for minutes."},
		{Pattern: "request.max_response_bytes", Kind: kindBytes, Untrusted: leaveLower, Min: 1024, Default: int64(64 << 20), Doc: "A response beyond this size is broken off."},
		{Pattern: "request.cache", Kind: kindBool, Untrusted: leaveNothing, Default: true, Doc: "Let the server keep the beginning of the conversation for the next request."},
	}
	for i := range rows {
		rows[i].Pattern = at + "." + rows[i].Pattern
		if !main {
			rows[i].Default, rows[i].DefaultText = nil, "the main assistant's"
			rows[i].Untrusted = leaveNothing // every part of the reviewer is the user's choice
		}
	}
	return rows
}

func reasonings() []string {
	return []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"}
}

// profiles are the names of the known servers, whose behaviour another server may
// share.
func profiles() []string {
	return []string{"openai", "anthropic", "google", "openrouter", "mistral", "groq", "deepseek", "xai", "cerebras", "ollama", "llamacpp", "lmstudio"}
}

func modes() []string    { return []string{"ask", "unattended", "edit", "skip"} }
func policies() []string { return []string{"deny", "defaults", "auto", "park"} }
func toggles() []string  { return []string{"any", "never", "if_named", "if_named_or_group"} }

const toolAt = "conversation.tools.<tool>."

func toolRows() []spec {
	const asShipped = "as the tool ships, otherwise "
	rows := []spec{
		{Pattern: "source", Kind: kindWord, Untrusted: leaveNothing, Words: []string{"builtin", "local"}, DefaultText: "`builtin` for a built-in tool, `local` for one with a `command`", Doc: "Where the tool comes from. `local` under a built-in's name replaces what runs and keeps the rest; a workspace cannot do that."},
		{Pattern: "enable", Kind: kindEnable, Untrusted: leaveOff, Words: []string{"on", "off", "always", "explicit"}, DefaultText: asShipped + "`on`", Doc: "Whether the tool is offered to the model. `true` and `on`, `false` and `off` may be changed with `-t` and `-T`; `always` is on and locked; `explicit` is off until it is named."},
		{Pattern: "enable.state", Kind: kindBool, Untrusted: leaveOff, DefaultText: asShipped + "`true`", Doc: "The first half of `enable`."},
		{Pattern: "enable.allow_toggle", Kind: kindWord, Untrusted: leaveNothing, Words: toggles(), DefaultText: asShipped + "`any`", Doc: "The second half of `enable`: what `-t` and `-T` may do. `if_named_or_group` is the same as `if_named`."},
		{Pattern: "run", Kind: kindWord, Untrusted: leaveStricter, Words: modes(), DefaultText: asShipped + "`ask`", Doc: "What happens before a run: ask, run unattended, let the user edit the arguments first, or do not run."},
		{Pattern: "result", Kind: kindWord, Untrusted: leaveStricter, Words: modes(), DefaultText: asShipped + "`unattended`", Doc: "What happens before the model is given the result."},
		{Pattern: "detached", Kind: kindDetached, Untrusted: leaveNothing, Words: policies(), DefaultText: "`deny`", Doc: "What happens to a prompt when nobody is there: refuse, use the default, let a model decide, or leave it open (`park`, see [inbox.md](inbox.md)). A word sets all three kinds below."},
		{Pattern: "detached.run", Kind: kindWord, Untrusted: leaveNothing, Words: policies(), DefaultText: "`deny`", Doc: "The policy for permission to run."},
		{Pattern: "detached.deliver", Kind: kindWord, Untrusted: leaveNothing, Words: policies(), DefaultText: "`deny`", Doc: "The policy for delivery of a result."},
		{Pattern: "detached.tool", Kind: kindWord, Untrusted: leaveNothing, Words: policies(), DefaultText: "`deny`", Doc: "The policy for the tool's own questions."},
		{Pattern: "command", Kind: kindCommand, Untrusted: leaveNothing, Doc: "What a local tool runs: a line for the shell, or a list of words that is run as it is."},
		{Pattern: "parameters", Kind: kindTable, Untrusted: leaveNothing, DefaultText: "the tool's own", Doc: "The JSON Schema of the arguments, as a table."},
		{Pattern: "description", Kind: kindText, Untrusted: leaveNothing, DefaultText: "the tool's own", Doc: "How the tool is described to the model."},
		{Pattern: "environment", Kind: kindNames, Untrusted: leaveNothing, DefaultText: "none", Doc: "Variables that the tool's command gets although they look like keys or lead out of it, by their names; with `!` before it, one that it does not get, such as `!SSH_AUTH_SOCK`. What the tool says and what `\"*\"` says are taken together."},
		{Pattern: "options", Kind: kindTable, Untrusted: leaveNothing, Doc: "Given to the tool as it is."},
		{Pattern: "style.hidden", Kind: kindBool, Untrusted: leaveNothing, DefaultText: asShipped + "`false`", Doc: "Do not draw calls of the tool; only its questions are seen."},
	}
	for i := range rows {
		rows[i].Pattern = toolAt + rows[i].Pattern
	}
	return rows
}

const questionAt = toolAt + "questions.<question>."

func questionRows() []spec {
	rows := []spec{
		{Pattern: "target", Kind: kindTarget, Untrusted: leaveNothing, Words: []string{"user", "assistant", "assistant_with_escalation"}, DefaultText: "as the tool ships, otherwise `user`", Doc: "Who answers. As a table it is the assistant, with the fields below."},
		{Pattern: "target.escalation", Kind: kindBool, Untrusted: leaveNothing, DefaultText: "`false`", Doc: "Ask the user when the assistant says no."},
		{Pattern: "answer", Kind: kindAny, Untrusted: leaveNothing, Doc: "A fixed answer of any type; a table is replaced as a whole. Under `questions.\"*\"` it is used only where it fits.", Secret: true},
		{Pattern: "exclusive", Kind: kindBool, Untrusted: leaveTrue, DefaultText: "as the tool asks", Doc: "Whether only a person may answer."},
		{Pattern: "prompt_label", Kind: kindText, Untrusted: leaveNothing, DefaultText: "the tool's name", Doc: "The heading of the form. It changes nothing else."},
	}
	for i := range rows {
		rows[i].Pattern = questionAt + rows[i].Pattern
	}
	of := assistantRows(questionAt+"target", false)
	for i := range of {
		of[i].DefaultText = "the reviewer's"
	}
	return slices.Concat(rows[:2], of, rows[2:])
}

func guardRows() []spec {
	return []spec{
		{Pattern: "conversation.guards.max_iterations", Kind: kindInt, Untrusted: leaveLower, ZeroIsNone: true, Default: int64(50), Doc: "Model responses in one turn, each with its tools; 0 is no limit."},
		{Pattern: "conversation.guards.max_runtime", Kind: kindDuration, Untrusted: leaveLower, ZeroIsNone: true, Default: "30m", Doc: "The time of one turn, waiting for the user not counted; \"0s\" is no limit."},
		{Pattern: "conversation.guards.loop_threshold", Kind: kindInt, Untrusted: leaveLower, ZeroIsNone: true, Not: 1, Default: int64(3), Doc: "Equal steps in a row, or rounds of two that alternate, that count as a loop; 0 is no limit, and 1 step is no loop."},
		{Pattern: "conversation.guards.max_consecutive_errors", Kind: kindInt, Untrusted: leaveLower, ZeroIsNone: true, Default: int64(5), Doc: "Answers in a row whose calls all failed; 0 is no limit."},
		{Pattern: "conversation.window.trim_at", Kind: kindInt, Untrusted: leaveNothing, Max: 100, Default: int64(60), Doc: "The share of the model's [window](window.md), in hundredths, from which old results of tools are left out of what it sees; 0 is never."},
		{Pattern: "conversation.window.summarise_at", Kind: kindInt, Untrusted: leaveNothing, Max: 100, Default: int64(85), Doc: "The share from which what was said is summed up, and whether a request that the server finds too long is made again with a summary; 0 is never, `/compact` excepted."},
		{Pattern: "conversation.window.model", Kind: kindModel, Untrusted: leaveNothing, DefaultText: "the assistant's", Doc: "The model that sums up."},
		{Pattern: "conversation.skills", Kind: kindBool, Untrusted: leaveOff, Default: true, Doc: "Tell the model which [skills](instructions.md#skills) there are, and let `/name` call one; `false` does neither."},
		{Pattern: "conversation.instructions", Kind: kindBool, Untrusted: leaveNothing, Switch: true, Default: true, Doc: "Tell the model the [instructions](instructions.md) of AGENTS.md and CLAUDE.md; `false` tells it none."},
		{Pattern: "conversation.title.model.id", Kind: kindModel, Untrusted: leaveNothing, DefaultText: "none: the first message is the title", Doc: "The model that makes titles."},
	}
}

// modelAt is the prefix of what is known about one model of a server.
const modelAt = "providers.llm.<provider>.models.<model>."

func providerRows() []spec {
	return []spec{
		{Pattern: "providers.llm.<provider>.base_url", Kind: kindURL, Untrusted: leaveNothing, DefaultText: "known for a known provider", Doc: "Where the server is. A name that is not known becomes a new OpenAI-compatible server."},
		{Pattern: "providers.llm.<provider>.api_key_env", Kind: kindText, Untrusted: leaveNothing, DefaultText: "known for a known provider", Doc: "The environment variable that holds the key."},
		{Pattern: "providers.llm.<provider>.api_key_cmd", Kind: kindCommand, Untrusted: leaveNothing, Doc: "A command that prints the key; used when the variable is not set.", Secret: true},
		{Pattern: "providers.llm.<provider>.protocol", Kind: kindWord, Untrusted: leaveNothing, Words: []string{"chat", "responses", "messages"}, DefaultText: "as the server and the model want it", Doc: "What the server speaks: chat completions or the Responses API of OpenAI, or the Messages API of Anthropic."},
		{Pattern: "providers.llm.<provider>.profile", Kind: kindWord, Untrusted: leaveNothing, Words: profiles(), DefaultText: "that of the known provider", Doc: "The known server that this one behaves like, such as `deepseek` for one that wants reasoning back with the calls it led to."},
		{Pattern: "providers.llm.<provider>.headers.<header>", Kind: kindText, Untrusted: leaveNothing, Doc: "A header of every request. A workspace file may not set one that could hold a key.", Secret: true},
		{Pattern: modelAt + "context_window", Kind: kindInt, Untrusted: leaveNothing, DefaultText: "what the server says, otherwise what is known about the model", Doc: "How many tokens the model takes and gives; 0 leaves it open. Quote a name with a dot: `models.\"qwen3:8b\"`."},
		{Pattern: modelAt + "input_price", Kind: kindFloat, Untrusted: leaveNothing, Max: 10000, DefaultText: "as above", Doc: "US dollars for a million tokens of input."},
		{Pattern: modelAt + "cached_price", Kind: kindFloat, Untrusted: leaveNothing, Max: 10000, DefaultText: "as above", Doc: "The same for input that the server had kept."},
		{Pattern: modelAt + "output_price", Kind: kindFloat, Untrusted: leaveNothing, Max: 10000, DefaultText: "as above", Doc: "The same for output."},
		{Pattern: modelAt + "reasoning", Kind: kindBool, Untrusted: leaveNothing, DefaultText: "as above", Doc: "Whether the model reasons before it answers. It is shown; what is asked of the model stays."},
		{Pattern: modelAt + "images", Kind: kindBool, Untrusted: leaveNothing, DefaultText: "as above", Doc: "Whether the model sees images."},
		{Pattern: "providers.llm.aliases.<alias>", Kind: kindModel, Untrusted: leaveNothing, Doc: "Another name for a model, an alias or `inherit`."},
	}
}

func restRows() []spec {
	return []spec{
		{Pattern: "store.dir", Kind: kindPath, Untrusted: leaveNothing, DefaultText: "`$XDG_DATA_HOME/parley/conversations`", Doc: "Where conversations live: an absolute path, or one from `~/`."},
		{Pattern: "forms.text_prompt", Kind: kindWord, Untrusted: leaveNothing, Words: []string{"menu", "direct"}, Default: "direct", Doc: "Whether a text question opens with its menu or with the editor."},
		{Pattern: "forms.arming_delay", Kind: kindDuration, Untrusted: leaveNothing, Default: "300ms", Doc: "How long a new form takes no answer, so that what was typed ahead is not one."},
		{Pattern: "ui.theme", Kind: kindWord, Untrusted: leaveFreely, Words: []string{"auto", "light", "dark", "terminal"}, Default: "auto", Doc: "The colours; `terminal` uses the terminal's own sixteen."},
		{Pattern: "ui.mouse", Kind: kindBool, Untrusted: leaveNothing, Default: true, Doc: "Scroll with the mouse wheel."},
		{Pattern: "ui.notify", Kind: kindWord, Untrusted: leaveNothing, Words: []string{"all", "bell", "desktop", "off"}, Default: "all", Doc: "How a form that opens in the background is told."},
		{Pattern: "notify.command", Kind: kindCommand, Untrusted: leaveNothing, Doc: "What is run for each question that waits for you, with the question as JSON on its standard input ([inbox.md](inbox.md#being-told)). Only your own configuration may set it."},
		{Pattern: "notify.context", Kind: kindBool, Untrusted: leaveNothing, Default: false, Doc: "Give it what is decided about as well: a change, the arguments of a call. Only your own configuration may set it."},
		{Pattern: "bridge.wait", Kind: kindDuration, Untrusted: leaveNothing, Default: "30s", Doc: "How long another program that shows no dialog of its own meanwhile, such as Codex or `claude -p`, waits for an answer of yours; at most nine minutes ([bridge.md](bridge.md)). Only your own configuration may set it."},
		{Pattern: "ui.width", Kind: kindInt, Untrusted: leaveNothing, Min: 0, Max: 1000, Default: int64(100), Doc: "The most cells that prose, questions and the rows of calls take; at least 40; 0 for all. Code, changes and tables may use the whole width."},
		{Pattern: "ui.links", Kind: kindWord, Untrusted: leaveNothing, Words: []string{"auto", "on", "off"}, Default: "auto", Doc: "Make links of the terminal's own, with the host beside their words; without them each address is written out. `auto` does where the terminal is known to have them, and never inside of tmux or screen."},
		{Pattern: "ui.motion", Kind: kindBool, Untrusted: leaveNothing, Default: true, Doc: "Let a spinner turn while something is waited for, at most eight pictures a second; `false` shows a still `*`, and only seconds pass."},
		{Pattern: "ui.fps", Kind: kindInt, Untrusted: leaveNothing, Min: 1, Max: 120, Default: int64(120), Doc: "The most frames a second; text that streams in is drawn at most 30 times a second. On a very slow line (9600 baud) 6 keeps typing pleasant."},
	}
}

// node is the table as a tree. wild is the child for a segment in angle brackets.
type node struct {
	spec     *spec
	children map[string]*node
	names    []string // the children in the table's order
	wild     *node
	secret   bool
	free     bool // anything may stand below
}

// schema builds the tree of the table.
func schema() *node {
	root := &node{}
	for _, row := range specs() {
		at := root
		for _, segment := range strings.Split(row.Pattern, ".") {
			at = at.grow(segment)
		}
		at.spec, at.secret = &row, row.Secret
		at.free = row.Kind == kindTable || row.Kind == kindAny
	}
	return root
}

func (n *node) grow(segment string) *node {
	if strings.HasPrefix(segment, "<") {
		if n.wild == nil {
			n.wild = &node{}
		}
		return n.wild
	}
	if n.children == nil {
		n.children = map[string]*node{}
	}
	if n.children[segment] == nil {
		n.children[segment] = &node{}
		n.names = append(n.names, segment)
	}
	return n.children[segment]
}

// child is what stands below a node, nil if nothing of that name is allowed.
func (n *node) child(segment string) *node {
	if n.free {
		return n
	}
	if c := n.children[segment]; c != nil {
		return c
	}
	return n.wild
}

// find walks down a path; nil if nothing is allowed there.
func (n *node) find(p path) *node {
	for _, segment := range p.segments() {
		if n = n.child(segment); n == nil {
			return nil
		}
	}
	return n
}
