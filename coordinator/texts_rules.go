package coordinator

import (
	"fmt"
	"strings"

	"parley/coordinator/tool"
	"parley/store/record"
)

// Texts about rules, for the model.

// ruleDeniedText is what the assistant reads about a call that a rule refuses. It says of no rule
// that the user made it: it may be one of a workspace's, even of one that is not trusted.
func ruleDeniedText(name, why string) string {
	return fmt.Sprintf("%s was not carried out: it is %s, and only the user changes rules. "+
		"Do not try to get the same done in another way; continue without it, or say what the user is to do themselves.", name, sentence(why))
}

// ruleAskedText is what the assistant reads about a call that a person must be asked
// about regardless of configuration, when nobody was there.
func ruleAskedText(name, why string) string {
	return fmt.Sprintf("%s was not run: %s, so the user is asked about it, and nobody is there. "+
		"Do not retry this tool call in this turn; do it in a plainer way, continue without it or explain what is missing.", name, sentence(why))
}

// ruleGoneText is what the assistant reads about a call that a rule allowed but no
// longer covered just before it ran, or that no person decided on and a rule asks about by then.
func ruleGoneText(name, why string) string {
	return fmt.Sprintf("%s was not run: the user's rules do not allow it any more: %s. "+
		"Nothing was done. Call it again if it is still needed; the user is asked then.", name, sentence(why))
}

// changedMeanwhileText is what the assistant reads about a call of a tool that changed
// after a person was asked about it.
func changedMeanwhileText(name string) string {
	return name + " was not run: its server changed what it says about the tool after the user was asked. " +
		"Nothing was done. Call it again if it is still needed; the user is asked then, and told what changed."
}

// filesChangedText is what the assistant reads about a call of a tool whose command's files
// changed after a person was asked.
func filesChangedText(name string) string {
	return name + " was not run: files of the workspace that its command names have changed since the user was asked. " +
		"Call it again if it is still needed; the user is asked then."
}

// filesChangedWhileText is what the assistant reads where these changed while a run went on that then asked something:
// the answers would go to other files than asked.
func filesChangedWhileText(name string) string {
	return name + " asked something and was not answered: files of the workspace that its command names changed while it ran. " +
		"Call it again if it is still needed; the user is asked then."
}

// fileChangedText is what the assistant reads about a call where what a yes rests on is another thing by now.
func fileChangedText(name string) string {
	if record.OfCommands(name) {
		return tool.ChangedFolder(name)
	}
	return tool.ChangedFile(name)
}

func sentence(why string) string {
	if why == "" {
		return "no rule covers it"
	}
	return strings.TrimRight(why, ".")
}
