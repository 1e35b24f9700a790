package config

import (
	"fmt"
	"strings"
)

// What is said about rules.toml.
const (
	textRuleBefore  = "something stands before the first [[rule]]; it is left out"
	textRuleKinds   = "a rule says one of allow, ask and deny; it is left out"
	textRuleScope   = "a rule holds in a conversation, or in a workspace by its root and folder, or everywhere; it allows nothing"
	textRuleControl = "the rule holds a control character; it allows nothing"

	textRulesLink    = "it is a link"
	textRulesForeign = "it belongs to another user"
	textRulesOpen    = "others can read or write it; chmod 600 makes it yours alone"
)

func textRuleKey(key string) string {
	return "the rule has a key or a value that does not belong there: " + key + "; it allows nothing"
}

func textRuleSyntax(err error) string {
	if err == nil {
		return "the rule is not one table; it is left out"
	}
	return "the rule is " + textSyntax(strings.TrimPrefix(err.Error(), "toml: ")) + "; it is left out"
}

func textRulesRefused(name, why string) string {
	return fmt.Sprintf("%s: %s. Until that is mended it allows nothing; what it asks about and refuses holds as far as it can be read.", name, why)
}

func textRulesBusy(err error) string {
	return "another program is writing it: " + err.Error()
}

func textRulesFull(name string, most int) string {
	return fmt.Sprintf("%s: it would be larger than %d bytes; take rules out of it first", name, most)
}
