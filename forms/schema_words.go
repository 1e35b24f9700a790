package forms

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// The library's errors are a tree whose order varies. It is flattened into faults,
// one per place and reason, in our words. Alternatives stay one fault, since mending
// one of them is enough.

func flatten(e *jsonschema.ValidationError) []SchemaFault {
	at := pointer(e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf:
		return []SchemaFault{{at, alternatives(e)}}
	case *kind.OneOf:
		if len(k.Subschemas) > 1 {
			return []SchemaFault{{at, valueAmbiguous(k.Subschemas[0]+1, k.Subschemas[1]+1)}}
		}
		return []SchemaFault{{at, alternatives(e)}}
	case *kind.PropertyNames:
		return []SchemaFault{{at, valueName(k.Property, reasons(e.Causes, at))}}
	case *kind.Contains, *kind.MinContains, *kind.MaxContains:
	default:
		if len(e.Causes) > 0 {
			return flattenAll(e.Causes)
		}
	}
	var faults []SchemaFault
	for _, message := range messages(e.ErrorKind) {
		faults = append(faults, SchemaFault{at, clip(message)})
	}
	return faults
}

func flattenAll(causes []*jsonschema.ValidationError) []SchemaFault {
	var faults []SchemaFault
	for _, cause := range causes {
		faults = append(faults, flatten(cause)...)
	}
	return faults
}

// alternatives says of each allowed form why the value does not fit it.
func alternatives(e *jsonschema.ValidationError) string {
	at := pointer(e.InstanceLocation)
	var b strings.Builder
	b.WriteString(valueNoForm(len(e.Causes)))
	for i, cause := range e.Causes {
		if b.Len() > maxMessage {
			break
		}
		if i > 0 {
			b.WriteByte(';')
		}
		fmt.Fprintf(&b, " (%d) %s", i+1, reasons([]*jsonschema.ValidationError{cause}, at))
	}
	return clip(b.String())
}

// reasons joins faults on one line, with paths relative to at.
func reasons(causes []*jsonschema.ValidationError, at string) string {
	faults := flattenAll(causes)
	sortFaults(faults)
	texts := make([]string, len(faults))
	for i, f := range faults {
		texts[i] = strings.TrimPrefix(strings.TrimPrefix(f.Path, at)+" "+f.Message, " ")
	}
	return clip(strings.Join(texts, ", "))
}

// maxMessage is the length in bytes beyond which a message is cut.
const maxMessage = 600

//go:noinline
func clip(s string) string {
	if len(s) <= maxMessage {
		return s
	}
	cut := maxMessage
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// messages says what is wrong with a value, one message per thing to mend.
func messages(k jsonschema.ErrorKind) []string {
	switch k := k.(type) {
	case *kind.Required:
		return each(k.Missing, valueLacks)
	case *kind.AdditionalProperties:
		return each(k.Properties, valueStray)
	case *kind.Dependency:
		return each(k.Missing, func(name string) string { return valueDepends(name, k.Prop) })
	case *kind.DependentRequired:
		return each(k.Missing, func(name string) string { return valueDepends(name, k.Prop) })
	}
	return []string{message(k)}
}

func each(names []string, text func(string) string) []string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = text(name)
	}
	return texts
}

// message is a flat table: one line per keyword.
func message(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.FalseSchema:
		return "is not allowed"
	case *kind.Type:
		return valueType(k.Want, k.Got)
	case *kind.Enum:
		return "must be " + oneOf(k.Want)
	case *kind.Const:
		return "must be " + literal(k.Want)
	case *kind.Format:
		return valueFormat(k.Want, k.Err)
	case *kind.Pattern:
		return "must match the pattern " + k.Want
	case *kind.Not:
		return "has a form that is ruled out"
	case *kind.UniqueItems:
		return fmt.Sprintf("has the equal items %d and %d; all must differ", k.Duplicates[0], k.Duplicates[1])
	case *kind.Contains:
		return "has no item of the form that one must have"
	case *kind.MinContains:
		return atLeast(k.Want, len(k.Got), "item of one form", "items of one form")
	case *kind.MaxContains:
		return atMost(k.Want, len(k.Got), "item of one form", "items of one form")
	case *kind.AdditionalItems:
		return fmt.Sprintf("has too many items, the last %d", k.Count)
	case *kind.MinItems:
		return atLeast(k.Want, k.Got, "item", "items")
	case *kind.MaxItems:
		return atMost(k.Want, k.Got, "item", "items")
	case *kind.MinProperties:
		return atLeast(k.Want, k.Got, "property", "properties")
	case *kind.MaxProperties:
		return atMost(k.Want, k.Got, "property", "properties")
	case *kind.MinLength:
		return atLeast(k.Want, k.Got, "character", "characters")
	case *kind.MaxLength:
		return atMost(k.Want, k.Got, "character", "characters")
	case *kind.Minimum:
		return "must be " + decimal(k.Want) + " or more"
	case *kind.Maximum:
		return "must be " + decimal(k.Want) + " or less"
	case *kind.ExclusiveMinimum:
		return "must be more than " + decimal(k.Want)
	case *kind.ExclusiveMaximum:
		return "must be less than " + decimal(k.Want)
	case *kind.MultipleOf:
		return "must be a multiple of " + decimal(k.Want)
	}
	return "does not fit the schema"
}

// decimal writes a number that came from JSON as JSON does.
func decimal(r *big.Rat) string {
	places, _ := r.FloatPrec()
	return shown([]byte(r.FloatString(places)))
}

// literal is a value of a schema, short enough for a sentence.
func literal(v any) string {
	b, err := encode(v)
	if err != nil {
		return "a value of the schema"
	}
	return shown(b)
}

func oneOf(values []any) string {
	options := make([]Option, len(values))
	for i, v := range values {
		options[i].Value = json.RawMessage(literal(v))
	}
	if len(values) == 1 {
		return choices(options)
	}
	return "one of " + choices(options)
}

// compileFault says why a schema does not compile, on one line.
func compileFault(err error) string {
	var (
		invalid  *jsonschema.SchemaValidationError
		wrong    *jsonschema.ValidationError
		unloaded *jsonschema.LoadURLError
		noPlace  *jsonschema.JSONPointerNotFoundError
		noAnchor *jsonschema.AnchorNotFoundError
		noRegex  *jsonschema.InvalidRegexError
		sameID   *jsonschema.DuplicateIDError
	)
	switch {
	case errors.As(err, &unloaded):
		return schemaRemote(local(unloaded.URL))
	case errors.As(err, &noPlace):
		return schemaNowhere(local(noPlace.URL))
	case errors.As(err, &noAnchor):
		return schemaNowhere(local(noAnchor.Reference))
	case errors.As(err, &noRegex):
		return schemaInvalid(fmt.Sprintf("%q is not a regular expression of RE2: %v", noRegex.Regex, noRegex.Err))
	case errors.As(err, &sameID):
		return schemaTwice(local(sameID.ID))
	case errors.As(err, &invalid) && errors.As(invalid.Err, &wrong):
		faults := flatten(wrong)
		sortFaults(faults)
		return schemaInvalid(schemaFaults(slices.Compact(faults)))
	}
	return schemaInvalid(strings.ReplaceAll(err.Error(), place, ""))
}

func schemaFaults(faults []SchemaFault) string {
	texts := make([]string, len(faults))
	for i, f := range faults {
		texts[i] = strings.TrimPrefix(f.Path+" "+f.Message, " ")
	}
	return strings.Join(texts, "; ")
}

// local removes the address that the schema was given from a reference.
func local(url string) string { return strings.TrimPrefix(url, place) }
