package openai

// Every text that a person or a model reads is here. In the texts for a person
// %[1]s is the server's title.
const (
	helpNoModel = "`parley models` lists those that it offers."

	helpNoStream     = "Check providers.llm.%s.base_url; it often ends in /v1."
	textNoList       = "%[1]s sent a list of models that cannot be read"
	textNoReasoning  = "%[2]s does not take the reasoning effort %[3]q."
	helpNoReasoning  = "Change %s."
	textNoSampling   = "%[2]s takes no temperature and no top_p."
	helpNoSampling   = "Remove them from %s."
	textBadSchema    = "The schema of %q is not JSON."
	textModelRefused = "This model cannot be asked this way"
)

// Texts for the model.
const (
	outputInstruction = "Answer with one JSON object and nothing else: no text before or after it, no code fence. It must fit this JSON Schema:\n"
	outputToolText    = "Give your answer by calling this tool."
)
