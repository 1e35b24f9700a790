package fs

import (
	"encoding/json"
	"path"
	"strings"

	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/grants"
	"parley/coordinator/tools/fs/paths"
)

// astrayQuestion is the id of the question that is put before a change is made in a place that was
// not shown to the person who allowed it, or that no rule allows.
const astrayQuestion = "change_elsewhere"

// way is a path as it was given, and what it leads to.
type way struct{ raw, to string }

// astray asks if a link leads to a place that no rule allows and no person has said yes to
// this change; nil is a yes, or no reason to ask.
func astray(call tool.Call, ways ...way) tool.Outcome {
	if !call.ByRule || call.Rules == nil {
		return nil
	}
	var asks []ask
	for i, w := range ways {
		if call.Rules.Allows(w.to) {
			continue
		}
		a := elsewhere("astray", call, i, w)
		a.text, a.unseen = textAskAstray(w.raw, w.to, textDeed(call.Name, i)), true
		asks = append(asks, a)
	}
	if len(asks) == 0 {
		return nil
	}
	return settled(call, asks)
}

// led asks if a link leads to another place than the words that a person allowed; nil is a yes, or
// no reason to ask. A link that has changed since leads to yet another place, and is asked about
// again. leads are where the paths of the call lead, in the order of its arguments.
func led(call tool.Call, leads ...string) tool.Outcome {
	if asks := leading(call, leads...); len(asks) > 0 {
		return settled(call, asks)
	}
	return nil
}

// leading are the questions of led, settled or not.
func leading(call tool.Call, leads ...string) (asks []ask) {
	var in struct{ Path, To string }
	if !call.Shown || json.Unmarshal(call.Arguments, &in) != nil {
		return nil
	}
	for i, to := range leads {
		words := []string{in.Path, in.To}[i]
		if said, err := place(call, words); err == nil && said == to {
			continue
		}
		a := elsewhere("led", call, i, way{words, to})
		a.text = textAskLed(words, to, textDeed(call.Name, i))
		asks = append(asks, a)
	}
	return asks
}

// elsewhere is the question about the first or the second path of a call, without its words. Where a
// file is moved away or deleted, a yes is for what is there.
func elsewhere(kind string, call tool.Call, path int, w way) ask {
	a := ask{
		id: astrayQuestion + strings.Repeat("_to", path), digest: digestOf(kind, w.raw, w.to),
		refused: textRefusedAstray(w.raw, w.to), changed: textLedAnew,
	}
	if path == 0 && (call.Name == "fs_move_file" || call.Name == "fs_delete_file") {
		a.digest, a.changed, a.unseen = digestOf(kind, w.raw, w.to, restsOn(call, w.raw)), textLedOrChanged, true
	}
	return a
}

// Lead says where a path of the workspace leads once all links are followed, and whether
// anything is there. The error says that it leads out, to what gives permission, or to nothing in a
// folder of git's own, or that this cannot be known; only for what gives permission, where is told all the same. A file that is there, and
// gives it only as what instructions include, may be read like any other. user is what git takes from the user.
func Lead(user git.User, call tool.Call, p string) (where string, there bool, err error) {
	where, err = paths.Resolved(call.Root, p)
	if err != nil {
		return "", false, err
	}
	if err := wallOf(call).fault(where); err != nil {
		return "", false, err
	}
	_, err = call.Root.Lstat(where)
	if g := grants.Of(user, call, where); g.Why != "" && (err != nil || !g.Included()) {
		return where, false, fault(g.Text())
	}
	if err == nil {
		return where, true, nil
	}
	if inRepository(call.Root, where) {
		return "", false, fault(textGitOwn(where)) // nothing is made there
	}
	for dir := path.Dir(where); dir != "."; dir = path.Dir(dir) {
		if _, err := call.Root.Stat(dir); err == nil {
			return where, false, nil
		}
	}
	return where, false, nil
}
