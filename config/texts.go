package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"parley/store/text/clean"
)

// The texts of this package that a person reads.
const (
	textDefault      = "default"
	textBuiltin      = "shipped with the tool"
	textConversation = "this conversation"

	textNoHome       = "no home directory is known: set HOME, or XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME, to absolute paths"
	textKeyEmpty     = "a key has an empty part; write it like assistant.model.id"
	textKeyQuote     = "a quote in a key does not end its part; write it like providers.llm.aliases.\"gpt-4.1\""
	textKeyControl   = "a key holds a control character; take it out"
	textSetForm      = "-c wants key=value, such as -c assistant.model.id=openai/gpt-6"
	textEnvForm      = "a part of the variable's name is empty; write it like PARLEY_ASSISTANT__MODEL__ID, with two underscores between parts"
	textBadJSON      = "the recorded value is not valid JSON"
	textBadTrust     = "not a trust file that this version can read; remove it, and workspace files are asked about again"
	textTrustRests   = ". No file of a workspace is trusted until that is mended."
	textUnknownKey   = "unknown key"
	textNothingBelow = "nothing is set here"
	textUnset        = "not set"
	textNull         = "there is no empty value; leave the key out"
	textNotFinite    = "a number must be finite"
	textTooDeep      = "nested more than 32 levels deep; make it flatter"
	textTooManyKeys  = "the file sets more than 4096 keys; take some out"
	textKeyTooLong   = "the key is longer than 1024 bytes with the tables that it stands in; shorten it"
	textTooManyFiles = "there are more than 32 workspace files from the root of the repository down to here, or they are larger than 1 MiB together; take some out, or start further up"
	textTooManyRules = "the workspace files have more than 500 rules together; take some out, or put them into your own configuration file"
	textMoreFaults   = "there are more faults than these 100; mend them first"
	textLongAlias    = "more than 64 aliases lead on to each other; let one of them name a model"
	textBadURL       = "must be a web address, such as \"https://example.com/v1\""
	textHeaderKey    = "a workspace file may not set a header that could hold a key; set it in your own configuration file"
	textURLKey       = "a workspace file may not set an address with a user or a password in it; set it in your own configuration file"
	textNotifyOwn    = "a workspace file may not set what you are told by; set it in your own configuration file"
	textBridgeOwn    = "a workspace file may not set how long other programs wait for you; set it in your own configuration file"
	textEmptyCommand = "the command is empty; name a program"

	textWantText     = "a string"
	textWantBool     = "true or false"
	textWantInt      = "a whole number"
	textWantFloat    = "a number"
	textWantDuration = "a duration, such as \"90s\" or \"30m\""
	textWantURL      = "a web address in quotes"
	textWantPath     = "a path in quotes"
	textWantModel    = "a model's name, such as \"openai/gpt-6\""
	textWantNames    = "a list of names of variables"
	textWantWords    = "a list of strings"
	textWantRules    = "a list of rules"
	textWantCommand  = "a command line, or a list of words"

	textNoModel       = "no model is set; give one with -m provider/model, or set assistant.model.id; `parley models` lists what there is"
	textInheritMain   = "\"inherit\" means the main assistant's model, so assistant.model.id must name a model"
	textAliasInherit  = "\"inherit\" has a meaning of its own; give the alias another name"
	textAliasSlash    = "an alias may not hold a slash; give it another name"
	textNewServer     = "a new server needs a base_url"
	textUnknownTool   = "there is no such tool; a tool of your own needs a command"
	textNotBuiltin    = "source is \"builtin\", and there is no built-in tool of this name; set source to \"local\" and give a command"
	textNoCommand     = "source is \"local\", and there is no command; give one"
	textCommandUnused = "a command has no effect on a built-in tool; set source to \"local\" to run it instead"
	textNotInPlace    = "a workspace cannot put a command in the place of a built-in tool, or of one of yours; give the tool another name"
	textToolName      = "a tool's name is at most 64 letters, digits, _ and -"
	textServerName    = "a server's name is at most 32 letters, digits and -"
	textServerYours   = "you have set up a server of this name yourself"
	textServerSSE     = "it speaks the older transport over server-sent events, which is not used"
	textServerBoth    = "a server has a command or a url, not both; take one out"
	textServerOddName = "a variable or a header of it has a name that none can have"
	textServerNothing = "a server needs a command, or a url"
	textServerArgs    = "args and env belong to a command, and this server has a url; take them out"
	textServerHeaders = "headers belong to a url, and this server has a command; take them out"
	textServerOAuth   = "oauth belongs to a url, and this server has a command; take it out"
	textClientTwice   = "a client is registered by hand (oauth.client_id) or described by a page (oauth.client_metadata_url); take one out"
	textSecretAlone   = "oauth.client_secret_env belongs to a client that was registered by hand; set oauth.client_id, or take it out"
	textClientPage    = "oauth.client_metadata_url is the address of a page, https://host/path, without a user and without #"
	textQuestionDot   = "a question's id holds no dot"
)

// textTrustRefused says why trust.json is not used.
func textTrustRefused(name, why string) string { return name + ": " + why + textTrustRests }

func textFaults(n int) string {
	if n == 1 {
		return "the configuration has a fault:"
	}
	return fmt.Sprintf("the configuration has %d faults:", n)
}

func textRelative(variable, value string) string {
	return variable + " is " + quote(clip(value)) + ", which is relative, so where it leads depends on the folder; set it to an absolute path, or unset it"
}

const textStoreInside = "the environment puts the conversations into the workspace, where others may have put files; set it to a folder elsewhere"

// tomlTwice is what the decoder says after a duplicate key.
const tomlTwice = " is already defined"

func textTwice(key string) string { return clip(key) + " stands there twice; leave one out" }

func textBroken(err error) string {
	return "the merged configuration does not decode, which is a fault of Parley: " + err.Error()
}

// suggestion appends what was perhaps meant.
func suggestion(near string) string {
	if near == "" {
		return ""
	}
	return "; did you mean " + near + "?"
}

func textKnownHere(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; known here: " + strings.Join(names, ", ")
}

func textWant(want string, v any) string {
	return "must be " + want + ", not " + sortOf(v)
}

func textNotTable(v any) string { return textWant("a table", v) }

func textNotWord(v any, s *spec) string {
	want := alternatives(s.Words)
	if s.Kind == kindEnable {
		want = "true, false, " + want + ", or a table"
	} else if s.Kind != kindWord {
		want += ", or a table"
	}
	if w, ok := v.(string); ok {
		return "must be " + want + ", not " + quote(clip(w))
	}
	return textWant(want, v)
}

func alternatives(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	if last := len(quoted) - 1; last > 0 {
		return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
	}
	return strings.Join(quoted, "")
}

func textRange(s *spec, is string) string {
	if s.Max == 0 {
		return fmt.Sprintf("must be %g or more, not %s", s.Min, is)
	}
	return fmt.Sprintf("must be from %g to %g, not %s", s.Min, s.Max, is)
}

// textOutsized reports an integer that is out of range.
func textOutsized(s *spec, is string) string {
	if s.Max != 0 || strings.HasPrefix(is, "-") {
		return textRange(s, clip(is))
	}
	return fmt.Sprintf("must be at most %d, not %s", math.MaxInt64, clip(is))
}

// String says, for the reference, what an untrusted workspace file may do with a key.
func (l leave) String() string {
	switch l {
	case leaveOff:
		return "off only"
	case leaveStricter:
		return "`ask` or `skip`, where stricter"
	case leaveLower:
		return "lower only"
	case leaveTrue:
		return "`true` only"
	case leaveFreely:
		return "any"
	}
	return "–"
}

func textNot(s *spec) string {
	return fmt.Sprintf("must be %g, or %d or more, not %d", s.Min, s.Not+1, s.Not)
}

func textBadDuration(s string) string {
	return "must be " + textWantDuration + ", and not negative; it is " + quote(clip(s))
}

func textLongDuration(s string) string {
	return fmt.Sprintf("must be at most %dh; it is %s", int64(time.Duration(math.MaxInt64).Hours()), quote(clip(s)))
}

func textBadPath(s string) string {
	return "must be an absolute path or begin with ~/; it is " + quote(clip(s))
}

func textBadModel(s string) string {
	return "a model is written provider/model, such as openai/gpt-6, or is an alias; it is " + quote(clip(s))
}

func textNoAlias(s string) string {
	return quote(s) + " is neither provider/model nor an alias"
}

func textNoServer(name string) string {
	return "no model server is called " + quote(name) + "; give it a base_url under providers.llm"
}

func textServerHeld(name string, o Origin) string {
	return "the model server " + quote(name) + " is set in " + o.String() + ", and that file is not trusted yet"
}

func textCycle(names []string) string {
	return "these aliases go round in a circle: " + strings.Join(names, clean.Ours(" → ")) + "; let one name a model"
}

func textToggleUnknown(f ToggleFlag) string {
	return f.String() + ": there is no tool of this name"
}

func textLocked(f ToggleFlag, e Enable, o Origin) string {
	state := "off"
	if e.State {
		state = "on"
	}
	return fmt.Sprintf("%s: the tool is locked %s by allow_toggle = \"never\" (%s); change it there", f, state, o)
}

// textReference is the part of docs/configuration.md that no table can hold.
const textReference = `# Configuration

<!-- Made from the table of keys in config/keys.go and config/texts.go: UPDATE=1 go test ./config -run Reference -->

Parley is configured in [TOML](https://toml.io). Every setting has a default; without any file Parley runs.

## Where settings come from

From the weakest to the strongest; a later place overrides an earlier one, key by key:

1. the defaults below, and those that come with the built-in tools;
2. your own file, ` + "`$XDG_CONFIG_HOME/parley/config.toml`" + ` (` + "`~/.config/parley/config.toml`" + `);
3. workspace files: ` + "`.parley/config.toml`" + ` in every folder from the root of the repository down to the one you are in;
4. environment variables, such as ` + "`PARLEY_ASSISTANT__MODEL__ID=…`" + `: the key in capitals, with two underscores for each dot;
5. what you changed in the conversation itself;
6. ` + "`-c key=value`" + `, in the order given;
7. flags with a meaning of their own, such as ` + "`-m`, `-t` and `-T`" + `. A model chosen later with ` + "`/model`" + ` counts more than ` + "`-m`" + `; where ` + "`-c`" + `
   names one, ` + "`/model`" + ` says that it cannot.

` + "`parley config show`" + ` prints the values in force, ` + "`parley config explain <key>`" + ` says where one comes from and what it overrides,
` + "`parley config check`" + ` lists every mistake with its file and line, and ` + "`parley config path`" + ` the files.

Tables are merged key by key; lists and single values are replaced as a whole. Where a key takes a table or one word, such as
` + "`enable = \"explicit\"`" + `, the word stands for a whole table, and a table in a later file still changes only the keys that it names. In the
environment and after ` + "`-c`" + `, the type of the key decides how a value is read: text needs no quotes, lists and tables are written as in
TOML. An unknown key, a wrong type or a bad value is an error, and so is a file that is there and cannot be read, or a link to one that is not. So is a variable that begins with ` + "`PARLEY_`" + ` and sets no key
(only those that begin with ` + "`PARLEY_LIVE_`" + ` are left to the tests).

A folder named by ` + "`XDG_CONFIG_HOME`, `XDG_DATA_HOME`, `XDG_STATE_HOME` or `HOME`" + ` is refused if its path is relative, if it lies in the
workspace (or, of a submodule or a further work tree, in the tree to whose repository it belongs), or if it belongs to another user. The workspace may be your home: that of your account or, where ` + "`HOME`" + ` names another, as in a
container, the folder you are in, unless it is a repository. Commands that only look at saved conversations or answer in them (` + "`parley inbox`" + `,
` + "`parley answer`" + `) work in no workspace: they refuse such a folder in a project, but neither in ` + "`/`" + ` nor where your home is or lies below. Workspace files that belong to another user are not read, and neither is any ` + "`.env`" + `.

A file may have at most 256 KiB and 4,096 keys. Tables and lists may be nested 32 deep, a key together with its tables may have
1,024 bytes, and 64 aliases may lead from one to the next. At most 32 workspace files are read, and at most 1 MiB of them
together; they may have 500 rules together.

Durations are written as text, such as ` + "`\"90s\"`, `\"30m\"` or `\"1h30m\"`" + `.

## Names

` + "`<tool>`" + ` stands for the name of a tool, ` + "`<question>`" + ` for the id of one of its questions, and ` + "`\"*\"`" + ` for all of them. For each field
Parley looks first under the tool and the question, then under the tool and ` + "`\"*\"`" + `, then under ` + "`\"*\"`" + ` and the question, then under ` + "`\"*\"`" + ` for
both, and last at what the tool ships with. So ` + "`conversation.tools.\"*\".run = \"ask\"`" + ` holds for built-in tools too, unless you set ` + "`run`" + ` for one of
them by name.

A tool of your own is a new name with a ` + "`command`" + `. A model server of your own is a new ` + "`<provider>`" + ` with a ` + "`base_url`" + `.
A model is written ` + "`provider/model`" + `, or is an alias. For the reviewer and for questions, ` + "`inherit`" + ` means the main assistant's model with its parameters.

The key of a server is never written in this file. It comes from the environment variable that ` + "`api_key_env`" + ` names, or is what
` + "`api_key_cmd`" + ` prints. Otherwise Parley looks for it in ` + "`$XDG_CONFIG_HOME/parley/keys.toml`" + `, under the name of that variable: ` + "`OPENAI_API_KEY = \"…\"`" + `.
The first run writes that file if you tell it to. It is used only if nobody else can read it and it is not a symbolic link. A key is never
printed or given to a command, and no tool opens the file.

## Trust

A workspace file may have come with somebody else's repository. Until you trust it, it can only restrict: switch tools off, make them ask
or be skipped where they would do more, lower limits, keep a question for a person, choose a theme. The last column below says
what such a file may do with each key; – means nothing. Whether a value restricts is judged by what holds without the file, for every tool that
the key affects. Everything else is left out, and you are told so: at the start, and by ` + "`parley config show`, `explain` and `check`" + `.

You are shown what the file would set, and asked once, on the screen or by ` + "`parley config trust`" + `. With ` + "`--yes`" + ` that command asks nothing and
prints what it trusts. Trust is kept in ` + "`$XDG_STATE_HOME/parley/trust.json`" + `, for this content of the file at this path in this very folder (known by
its device, number and time of birth). That file is yours alone: one that is a link, belongs to another user or is open to others is refused. So you are asked again when the file changes, or when another folder takes the place of this one.
The lines that you were shown are kept there too, so that you are shown first what changed. Trust covers what the file says, not the programs that it names.

What you have switched off yourself stays off, even if a file that you trust says ` + "`on` or `always`" + `; and ` + "`-T`" + ` switches off a tool that
only a workspace file has locked.

## Switching tools on and off

` + "`-t [NAME]` and `-T [NAME]`" + ` are read from left to right and change only ` + "`enable.state`" + `; without a name they apply to all tools. In
this table – means that nothing changes.

| now | ` + "`-t name` | `-T name` | `-t` | `-T`" + ` |
| --- | --- | --- | --- | --- |
| on, ` + "`any`" + ` | – | off | – | off |
| on, ` + "`never`" + ` | – | error | – | – |
| on, ` + "`if_named`" + ` | – | off | – | – |
| off, ` + "`any`" + ` | on | – | on | – |
| off, ` + "`never`" + ` | error | – | – | – |
| off, ` + "`if_named`" + ` | on | – | – | – |

## Keys
`

// textNoServers says what is wrong with JSON that is to name servers.
func textNoServers(err error) string {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return "it is no JSON"
	}
	value, _, _ := strings.Cut(kind.Value, " ")
	word := map[string]string{"array": "a list", "object": "an object", "bool": "a truth value", "number": "a number", "string": "a text"}[value]
	if kind.Field == "" {
		return "it is " + word + ", and not an object"
	}
	return fmt.Sprintf("its %s is or holds %s, which cannot stand there", kind.Field, word)
}

func textNotRead(file, why string) string { return file + " is left out: " + why }

func textServerLeftOut(file, name, why string) string {
	return file + ": the server " + strconv.Quote(name) + " is left out: " + why
}
