package askuser

import (
	"encoding/json"
	"fmt"
	"strings"

	"parley/forms"
	"parley/forms/rawjson"
)

// What a model reads about ask_user.

func description() string {
	kinds := askable()
	last := len(kinds) - 1
	return "Ask the user typed questions (" + strings.Join(kinds[:last], ", ") + " or " + kinds[last] + ") and receive their answers. " + about
}

const about = "" +
	"Use only when the conversation does not provide the information you need and the user can reasonably be expected to answer. " +
	"When in doubt, answer the user's original question directly; do not call `ask_user` for clarification you can derive from context or for confirmation of obvious next steps. " +
	"Do not use `ask_user` to collect secrets (passwords, API keys, SSH passphrases): answers are returned to the model and persisted in the conversation stream.\n" +
	"\n" +
	"Send one question in `question`, or several that belong together in `questions`, each with an `id`; never both. " +
	"Put what the user needs to know to decide into `context`; keep the question itself to one line.\n" +
	"\n" +
	"One question returns {\"answer_type\": …, \"answer\": …}, a list {\"<id>\": answer}, with null for a question that was skipped or left out. " +
	"If the user replies instead you get {\"cancelled\": true, \"answered\": {…}, \"reply\": \"…\"}: go by the reply, and do not ask the same again."

// parameters has a type for everything, because some model servers refuse a schema
// that leaves one out. What belongs together is checked when a model sends it, with
// better messages than a schema gives.
func parameters() string {
	types := `"answer_type":{"type":"string","enum":["` + strings.Join(askable(), `","`) + `"]}`
	return `{"type":"object","properties":{` +
		`"questions":{"type":"array","items":{"type":"object","properties":{` +
		`"id":{"type":"string","description":"Short name, without dots."},` +
		`"text":{"type":"string"},` +
		`"context":{"type":"string","description":"Shown above the question. Markdown, any number of lines."},` +
		`"header":{"type":"string","description":"Short title."},` +
		types + `,` + attributes() +
		`"optional":{"type":"boolean","description":"May be skipped: null."},` +
		`"default":` + anyValue + `,"description":"Prefilled value."},` +
		`"when":{"type":"object","description":"Ask only after this answer to an earlier question.","properties":{` +
		`"question_id":{"type":"string"},` +
		`"equals":` + strings.Replace(anyValue, `["boolean"`, `["null","boolean"`, 1) + `}` +
		`},"required":["question_id","equals"],"additionalProperties":false}` +
		`},"required":["id","text","answer_type"],"additionalProperties":false}},` +
		`"question":{"type":"string","description":"A single question. The fields below are as in questions; without answer_type it is text."},` +
		`"context":{"type":"string"},` + types + `,` +
		`"options":{"type":"array","items":{"type":["string","object"]}},` +
		`"other":{"type":"boolean"},"schema":{"type":"object"},"default":` + anyValue + `}` +
		`},"additionalProperties":false}`
}

// attributes are those of the answer types, each with a comma. A single question may
// have them all; the description names the first only, since it is sent with every
// request.
func attributes() string {
	var b strings.Builder
	for _, a := range forms.Attributes() {
		b.WriteString(`"` + a.Name + `":{` + attributeSchema(a) + `},`)
	}
	return b.String()
}

// attributeSchema is the inside of the schema of an attribute.
func attributeSchema(a forms.Attribute) string {
	about := ""
	if a.About != "" {
		about = `,"description":` + string(rawjson.Quote(a.About))
	}
	if len(a.Words) > 0 {
		return `"type":"string","enum":["` + strings.Join(a.Words, `","`) + `"]` + about
	}
	return map[forms.Holds]string{
		forms.OptionList: `"type":"array"` + about + `,"items":` + optionSchema,
		forms.Flag:       `"type":"boolean"` + about, forms.Count: `"type":"integer"` + about, forms.Amount: `"type":"number"` + about,
		forms.Word: `"type":"string"` + about, forms.Document: `"type":"object"` + about,
	}[a.Holds]
}

const optionSchema = `{"type":["string","object"],"properties":{` +
	`"value":{"type":["string","number","boolean"]},` +
	`"label":{"type":"string","description":"Shown with the value."},` +
	`"description":{"type":"string"},` +
	`"recommended":{"type":"boolean"}` +
	`},"required":["value"],"additionalProperties":false}`

// anyValue is what an answer can be; the caller appends its description and closes
// it.
const anyValue = `{"type":["boolean","string","number","array","object"],"items":{"type":["string","number","boolean"]}`

const (
	notObjectText         = "the arguments must be one JSON object with question or questions"
	nothingText           = "is missing; give question for one, or questions for a list"
	questionNotObjectText = "must be an object with id, text and answer_type"
	notListText           = "must be a list of questions"
	cutOffText            = "ended too early: the JSON in the string is not complete; send the whole list, or fewer questions at a time"
	whenText              = "must be an object with question_id and equals"
	stringText            = "must be a string"
	boolText              = "must be true or false"
	secretText            = "cannot be secret: do not use ask_user to collect secrets (passwords, API keys, SSH passphrases), " +
		"because answers are returned to the model and persisted in the conversation stream; tell the user where to set the secret instead"
)

// askable are the kinds that may be asked for.
func askable() []string { return forms.KindNames(forms.Secret) }

func noKindText() string { return "is missing; use one of " + strings.Join(askable(), ", ") }

func kindText(kind forms.Kind) string {
	return fmt.Sprintf("%s is not an answer type; use one of %s", rawjson.Quote(string(kind)), strings.Join(askable(), ", "))
}

func brokenText(fault *json.SyntaxError) string {
	return fmt.Sprintf("is not valid JSON in the string, at byte %d: %s; send the list itself, not as a string", fault.Offset, fault)
}

func bothText(others []string) string {
	return fmt.Sprintf("cannot be sent together with %s; put everything into questions, or leave it out", strings.Join(others, ", "))
}

func sameText(name string) string {
	return fmt.Sprintf("is the same as %s; give one of them", name)
}

const twiceText = "is given more than once; give it once"

func unknownText(near string) string {
	if near == "" {
		return "is unknown; remove it"
	}
	return fmt.Sprintf("is unknown; did you mean %s?", near)
}

func faultsText(faults forms.Faults) string {
	lines := []string{"Nothing was asked. Correct all of these and call ask_user again:"}
	for _, f := range faults {
		lines = append(lines, "- "+strings.ReplaceAll(f.Error(), "\n", "\n  "))
	}
	return strings.Join(lines, "\n")
}

func mismatchText(id string) string {
	return fmt.Sprintf("The accumulated answer to %q does not match the requested answer type. Do not retry this tool call in this turn; continue without the answer or explain what information is missing.", id)
}
