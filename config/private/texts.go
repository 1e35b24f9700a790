package private

import (
	"fmt"
	"math"
	"strings"
)

// What is said about rules.toml.
const (
	textRuleBefore  = "something stands before the first [[rule]]; it is left out"
	textRuleKinds   = "a rule says one of allow, ask and deny; it is left out"
	textRuleScope   = "a rule holds in a workspace by its root and folder, there in one conversation, or everywhere; it allows nothing"
	textRuleControl = "the rule holds a control character; it allows nothing"

	textLink       = "it is a link"
	textFolderLink = "its folder is a link; move that away"
	textForeign    = "it belongs to another user"
	textOpen       = "others can read or write it; chmod 600 makes it yours alone"

	textRulesWhole = ". Until that is mended it allows nothing; what it asks about and refuses holds as far as it can be read."
	textRulesLost  = ". Until that is mended it allows nothing, and every call is asked about, since what it refuses cannot be read."
	textRuleUnsure = "; it may ask or refuse, so every call is asked about until that is mended"
)

func textRuleKey(key string) string {
	return "the rule has a key or a value that does not belong there: " + key + "; it allows nothing"
}

func textRuleSyntax(err error) string {
	if err == nil {
		return "the rule is not one table; it is left out"
	}
	return "the rule is " + TextSyntax(strings.TrimPrefix(err.Error(), "toml: ")) + "; it is left out"
}

func textRulesWhy(name, why string) string { return name + ": " + why }

// textRulesUnread says what holds of a file of rules that cannot be used as it is.
func textRulesUnread(why error, whole bool) string {
	if whole {
		return why.Error() + textRulesWhole
	}
	return why.Error() + textRulesLost
}

// textRulesRefused says why no rule is written into a file.
func textRulesRefused(name, why string) string {
	return textRulesWhy(name, why) + textRulesWhole
}

func textBusy(err error) string {
	return "another program is writing it: " + err.Error()
}

func textUnlocked(err error) string {
	return "it cannot be kept from other programs meanwhile, so nothing was changed: " + err.Error()
}

func textRulesFull(name string, most int) string {
	return fmt.Sprintf("%s: it would be larger than %d bytes; take rules out of it first", name, most)
}

// TextNotFile says that a name leads to something else than a file.
const TextNotFile = "it is not a regular file"

// TextNowhere says that a file is missing where a link says that there is one.
const TextNowhere = "it, or a folder of it, is a link that leads nowhere; mend the link, or take it away"

// TextTooLarge says that a file is larger than most, in bytes.
func TextTooLarge(most int) string {
	return fmt.Sprintf("it is larger than %d KiB; take something out", most>>10)
}

// TextUnreadable says why a file cannot be read.
func TextUnreadable(err error) string { return "cannot be read: " + err.Error() }

// TextSyntax says in which way a text is not TOML: text is what the decoder says.
func TextSyntax(text string) string {
	return "not valid TOML: " + strings.Replace(text, tomlTooLarge, fmt.Sprintf("is too large; the largest is %d", math.MaxInt64), 1)
}

// tomlTooLarge is what the decoder says about an integer that is out of range.
const tomlTooLarge = "is too large to fit in a 64-bit signed integer"
