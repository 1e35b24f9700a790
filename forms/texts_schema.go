package forms

import (
	"fmt"
	"slices"
	"strings"
)

// The texts about schemas and the values checked against them. Those about a
// value follow its path or "the answer".

const (
	schemaNotJSON  = "is not valid JSON"
	schemaTooDeep  = "nests more than 32 schemas; make it flatter"
	schemaTooMany  = "holds more than 200 schemas; make it simpler"
	schemaDynamic  = "uses $dynamicRef or $recursiveRef; use $ref"
	schemaInPlace  = "has a $ref that leads back to itself without going into the value, so nothing can fit it; remove that $ref"
	schemaTooMuch  = "has too many alternatives inside alternatives, so no answer could be checked against it; use fewer of them"
	schemaOldDraft = "names another draft in $schema; use https://json-schema.org/draft/2020-12/schema or http://json-schema.org/draft-07/schema#"

	valueBroken  = "is not valid JSON"
	valueTooMuch = "is too much work to check against this schema; it has too many alternatives for a value of this size"
	valueTooDeep = "is nested deeper than 256 levels"
	valueNumber  = "is a number with too many digits or too large an exponent"
)

func schemaTooLong(bytes int) string {
	return fmt.Sprintf("is %d bytes long; make it at most %d", bytes, maxSchemaBytes)
}

func schemaNumber(n string) string {
	return fmt.Sprintf("holds the number %s, which is too large; use at most 1000 digits and exponents of at most 400", shown([]byte(n)))
}

func schemaInvalid(why string) string { return clip("is not a valid JSON Schema: " + why) }

func schemaRemote(url string) string {
	return fmt.Sprintf("refers to %q, and nothing is loaded; put it into $defs and use a $ref like #/$defs/name", url)
}

func schemaNowhere(ref string) string {
	return fmt.Sprintf("refers to %q, which is not there; add it to $defs or change the $ref", ref)
}

func schemaTwice(id string) string {
	return fmt.Sprintf("gives the $id %q twice; give each one its own", id)
}

func valueLacks(name string) string { return "lacks the property " + shown(quote(name)) }

func valueStray(name string) string {
	return "has the property " + shown(quote(name)) + ", which is not allowed"
}

func valueDepends(name, other string) string {
	return fmt.Sprintf("lacks the property %s, which %s needs", shown(quote(name)), shown(quote(other)))
}

func valueName(name, why string) string {
	return clip(fmt.Sprintf("has a property whose name %s is not allowed: it %s", shown(quote(name)), why))
}

func valueAmbiguous(a, b int) string {
	return fmt.Sprintf("fits the allowed forms %d and %d, and must fit exactly one", a, b)
}

func valueNoForm(n int) string {
	if n == 1 {
		return "does not fit the allowed form:"
	}
	return fmt.Sprintf("fits none of the %d allowed forms:", n)
}

func valueFormat(name string, err error) string {
	if name == "regex" {
		return fmt.Sprintf("is not a regular expression of RE2: %v", err)
	}
	return "is not a valid " + name
}

func valueType(want []string, got string) string {
	if got == "number" && slices.Equal(want, []string{"integer"}) {
		return "must be an integer, not a fraction"
	}
	names := make([]string, len(want))
	for i, name := range want {
		names[i] = article(name)
	}
	return "must be " + strings.Join(names, " or ") + ", not " + article(got)
}

// article names a JSON type in a sentence.
func article(name string) string {
	switch name {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "integer":
		return "an integer"
	case "null":
		return "null"
	}
	return "a " + name
}

func atLeast(want, got int, one, many string) string {
	return fmt.Sprintf("must have at least %s, has %d", counted(want, one, many), got)
}

func atMost(want, got int, one, many string) string {
	return fmt.Sprintf("must have at most %s, has %d", counted(want, one, many), got)
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
