package rules

import "strings"

// A rule for a tool of the user's own, made at a permission or by its name, is bound to what
// stands behind the name then: the tool's identity and, if its command names files of the
// workspace, what is in them. One without this, as a rule that the user wrote into the
// configuration, holds for the name.

// boundTo begins what such a rule is bound to. It stands where other rules have the digest of
// a program.
const boundTo = "tool:"

// BoundTo is what a rule for a tool is bound to, "" for a tool without an identity. rests is a
// digest of the files, "" for none.
func BoundTo(identity, rests string) string {
	switch {
	case identity == "":
		return ""
	case rests == "":
		return boundTo + identity
	}
	return boundTo + identity + "+" + rests
}

// Bound reports whether a rule holds only while its tool is what it was.
func (h Held) Bound() bool { return strings.HasPrefix(h.Digest, boundTo) }

// bound reports whether the tool of a call is the one that the rule was made for. What the user
// wrote for everywhere is not for whatever a workspace names alike.
func (h Held) bound(c Call) bool {
	if h.Digest == "" {
		return !h.Wide || !c.Guest
	}
	return h.Digest == c.Bound
}

// whyUnbound says what is another thing than when a rule was made.
func whyUnbound(h Held, c Call) string {
	identity, _, _ := strings.Cut(h.Digest, "+")
	if same, _, _ := strings.Cut(c.Bound, "+"); h.Digest == "" {
		return whyGuest
	} else if same == identity {
		return whyFiles
	}
	return whyTool
}

// Words says in plain English what the rule is for.
func (h Held) Words() string {
	words := h.Rule.Words(h.Kind)
	if h.Bound() {
		words += boundWords
	}
	return words
}
