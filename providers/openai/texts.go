package openai

// All texts that a person or a model reads. In the texts for a person %[1]s is the
// server's title.
const (
	helpNoModel = "`parley models` lists those that it offers."

	textNoReasoning  = "%[2]s does not take the reasoning effort %[3]q."
	helpNoReasoning  = "Change %s."
	textNoSampling   = "%[2]s takes no temperature and no top_p."
	helpNoSampling   = "Remove them from %s."
	textUnfit        = "%[1]s gives %[2]s a window of %[3]d tokens, and this takes at least %[4]d: it would be cut without a word."
	helpUnfit        = "Start Ollama with OLLAMA_CONTEXT_LENGTH=%d, or take tools away with -T. On the screen, /compact sums the conversation up."
	textOtherCall    = "%[1]s ended a call in another way than it had begun it, so no call of that response runs"
	textModelRefused = "This model cannot be asked this way"
)
