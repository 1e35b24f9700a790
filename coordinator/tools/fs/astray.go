package fs

import (
	"path"
	"strings"

	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/grants"
	"parley/coordinator/tools/fs/paths"
)

// astrayQuestion is the id of the question that is put before a change allowed by a rule
// is made in a place that no rule allows.
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
		asks = append(asks, ask{
			id: astrayQuestion + strings.Repeat("_to", i), text: textAskAstray(w.raw, w.to), digest: digestOf("astray", w.raw, w.to),
			refused: textRefusedAstray(w.raw, w.to), unseen: true,
		})
	}
	if len(asks) == 0 {
		return nil
	}
	return settled(call, asks)
}

// Lead says where a path of the workspace leads once all links are followed, and whether
// anything is there. The error says that it leads out or to what gives permission, or that this
// cannot be known; only for what gives permission, where is told all the same. user is what git
// takes from the user.
func Lead(user git.User, call tool.Call, p string) (where string, there bool, err error) {
	where, err = paths.Resolved(call.Root, p)
	if err != nil {
		return "", false, err
	}
	if err := wallOf(call).fault(where); err != nil {
		return "", false, err
	}
	if g := grants.Of(user, call, where); g.Why != "" {
		return where, false, fault(g.Text())
	}
	if _, err := call.Root.Lstat(where); err == nil {
		return where, true, nil
	}
	for dir := path.Dir(where); dir != "."; dir = path.Dir(dir) {
		if _, err := call.Root.Stat(dir); err == nil {
			return where, false, nil
		}
	}
	return where, false, nil
}
