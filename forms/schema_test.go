package forms

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCompileSchemaFaults(t *testing.T) {
	chain := func(n int) string {
		return strings.Repeat(`{"items":`, n) + "true" + strings.Repeat("}", n)
	}
	many := func(n int) string {
		var parts []string
		for i := range n {
			parts = append(parts, fmt.Sprintf(`"p%d":{}`, i))
		}
		return `{"properties":{` + strings.Join(parts, ",") + `}}`
	}
	for _, c := range []struct{ name, schema, want string }{
		{"not JSON", `{"type"`, `is not valid JSON`},
		{"two values", `{} {}`, `is not valid JSON`},
		{"boolean", `true`, `must be a JSON Schema, an object, not a boolean`},
		{"string", `"object"`, `must be a JSON Schema, an object, not a string`},
		{"too long", `{"title":"` + strings.Repeat("x", 65526) + `"}`, `is 65538 bytes long; make it at most 65536`},
		{"as long as may be", `{"title":"` + strings.Repeat("x", 65524) + `"}`, ``},
		{"as deep as may be", chain(31), ``},
		{"too deep", chain(32), `nests more than 32 schemas; make it flatter`},
		{"as many as may be", many(199), ``},
		{"too many", many(200), `holds more than 200 schemas; make it simpler`},
		{"many in an unknown keyword", `{"x":[` + strings.Repeat(`{},`, 200) + `{}]}`, `holds more than 200 schemas; make it simpler`},
		{"huge number", `{"minimum":1e999999999}`, `holds the number 1e999999999, which is too large; use at most 1000 digits and exponents of at most 400`},
		{"file", `{"$ref":"file:///etc/passwd"}`, `refers to "file:///etc/passwd", and nothing is loaded; put it into $defs and use a $ref like #/$defs/name`},
		{"remote", `{"$ref":"http://127.0.0.1/x"}`, `refers to "http://127.0.0.1/x", and nothing is loaded; put it into $defs and use a $ref like #/$defs/name`},
		{"relative", `{"$ref":"other.json"}`, `refers to "other.json", and nothing is loaded; put it into $defs and use a $ref like #/$defs/name`},
		{"no such pointer", `{"$ref":"#/$defs/x"}`, `refers to "#/$defs/x", which is not there; add it to $defs or change the $ref`},
		{"no such anchor", `{"$ref":"#x"}`, `refers to "#x", which is not there; add it to $defs or change the $ref`},
		{"itself", `{"$ref":"#"}`, `has a $ref that leads back to itself without going into the value, so nothing can fit it; remove that $ref`},
		{"ring", `{"anyOf":[{"$ref":"#/anyOf/1"},{"not":{"$ref":"#/anyOf/0"}}]}`, `has a $ref that leads back to itself without going into the value, so nothing can fit it; remove that $ref`},
		{"ring inside", `{"items":{"allOf":[{"$ref":"#/items"}]}}`, `has a $ref that leads back to itself without going into the value, so nothing can fit it; remove that $ref`},
		{"tree", `{"properties":{"next":{"$ref":"#"}}}`, ``},
		{"dynamic", `{"$dynamicRef":"#x","$defs":{"a":{"$dynamicAnchor":"x"}}}`, `uses $dynamicRef or $recursiveRef; use $ref`},
		{"meta-schema", `{"$ref":"https://json-schema.org/draft/2020-12/schema"}`, `uses $dynamicRef or $recursiveRef; use $ref`},
		{"draft 4", `{"$schema":"http://json-schema.org/draft-04/schema#"}`, `names another draft in $schema; use https://json-schema.org/draft/2020-12/schema or http://json-schema.org/draft-07/schema#`},
		{"draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}`, ``},
		{"draft 2020-12", `{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{"type":"string"}]}`, ``},
		{"draft 7 without saying so", `{"items":[{"type":"string"}]}`, `is not a valid JSON Schema: /items must be a boolean or an object, not a list`},
		{"own id", `{"$id":"http://x/y","$ref":"http://x/y#/$defs/a","$defs":{"a":{}}}`, ``},
		{"one id twice", `{"$defs":{"a":{"$id":"q"},"b":{"$id":"q"}}}`, `gives the $id "q" twice; give each one its own`},
		{"look-ahead", `{"pattern":"(?=a)"}`, "is not a valid JSON Schema: /pattern is not a regular expression of RE2: error parsing regexp: invalid or unsupported Perl syntax: `(?=`"},
		{"several", `{"type":"strng","minLength":-1}`, `is not a valid JSON Schema: /minLength must be 0 or more; /type fits none of the 2 allowed forms: (1) must be one of "array", "boolean", "integer", "null", "number", "object", "string"; (2) must be a list, not a string`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			if _, err := CompileSchema(json.RawMessage(c.schema)); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// A schema that lies ready in a file is not read either.
func TestCompileSchemaReadsNoFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(`{"type":"string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	url := "file://" + filepath.ToSlash(file)
	_, err := CompileSchema(json.RawMessage(`{"$ref":"` + url + `"}`))
	want := `refers to "` + url + `", and nothing is loaded; put it into $defs and use a $ref like #/$defs/name`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct{ schema, value, want string }{
		{`{"type":"object"}`, `{}`, ``},
		{`{"type":"object"}`, `{`, `the answer is not valid JSON`},
		{`{"type":"integer"}`, `1.0`, ``},
		{`{"type":"integer"}`, `1.5`, `the answer must be an integer, not a fraction`},
		{`{"type":["integer","null"]}`, `"1"`, `the answer must be null or an integer, not a string`},
		{`{"properties":{"a":{"type":"array"},"b":{"type":"boolean"}},"required":["a","z","y"],"additionalProperties":false}`, `{"b":1,"n":1,"m":2}`,
			"the answer has the property \"m\", which is not allowed\n" +
				"the answer has the property \"n\", which is not allowed\n" +
				"the answer lacks the property \"a\"\n" +
				"the answer lacks the property \"y\"\n" +
				"the answer lacks the property \"z\"\n" +
				"/b must be a boolean, not a number"},
		{`{"items":{"type":"string"}}`, `["",1,"","","","","","","","",{}]`, "/1 must be a string, not a number\n/10 must be a string, not an object"},
		{`{"properties":{"a/b~c":{"type":"null"}}}`, `{"a/b~c":[]}`, `/a~1b~0c must be null, not a list`},
		{`{"minimum":1.50}`, `1`, `the answer must be 1.5 or more`},
		{`{"maximum":100}`, `101`, `the answer must be 100 or less`},
		{`{"exclusiveMinimum":0}`, `0`, `the answer must be more than 0`},
		{`{"exclusiveMaximum":9007199254740993}`, `9007199254740993`, `the answer must be less than 9007199254740993`},
		{`{"exclusiveMaximum":9007199254740993}`, `9007199254740992`, ``},
		{`{"multipleOf":0.01}`, `0.005`, `the answer must be a multiple of 0.01`},
		{`{"minLength":2}`, `"ä"`, `the answer must have at least 2 characters, has 1`},
		{`{"maxLength":1}`, `"ab"`, `the answer must have at most 1 character, has 2`},
		{`{"minItems":1}`, `[]`, `the answer must have at least 1 item, has 0`},
		{`{"maxItems":1,"uniqueItems":true}`, `[1,1.0]`, "the answer has the equal items 0 and 1; all must differ\nthe answer must have at most 1 item, has 2"},
		{`{"minProperties":1}`, `{}`, `the answer must have at least 1 property, has 0`},
		{`{"maxProperties":1}`, `{"a":1,"b":2}`, `the answer must have at most 1 property, has 2`},
		{`{"pattern":"^x"}`, `"a"`, `the answer must match the pattern ^x`},
		{`{"format":"email"}`, `"b"`, `the answer is not a valid email`},
		{`{"format":"date"}`, `"2026-02-30"`, `the answer is not a valid date`},
		{`{"format":"regex"}`, `"("`, "the answer is not a regular expression of RE2: error parsing regexp: missing closing ): `(`"},
		{`{"enum":["a",1,null,{"a":[1]}]}`, `2`, `the answer must be one of "a", 1, null, {"a":[1]}`},
		{`{"enum":["a"]}`, `2`, `the answer must be "a"`},
		{`{"const":{"a":1}}`, `2`, `the answer must be {"a":1}`},
		{`{"not":{"type":"integer"}}`, `1`, `the answer has a form that is ruled out`},
		{`{"propertyNames":{"pattern":"^a$"}}`, `{"b":1}`, `the answer has a property whose name "b" is not allowed: it must match the pattern ^a$`},
		{`{"contains":{"type":"string"}}`, `[1,2]`, `the answer has no item of the form that one must have`},
		{`{"contains":{"type":"string"},"minContains":2}`, `["a",2]`, `the answer must have at least 2 items of one form, has 1`},
		{`{"contains":{"type":"string"},"maxContains":1}`, `["a","b"]`, `the answer must have at most 1 item of one form, has 2`},
		{`{"unevaluatedProperties":false,"properties":{"b":true}}`, `{"a":1}`, `/a is not allowed`},
		{`{"prefixItems":[true],"items":false}`, `[1,2,3]`, "/1 is not allowed\n/2 is not allowed"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","items":[true],"additionalItems":false}`, `[1,2,3]`, `the answer has too many items, the last 2`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"],"c":{"required":["d"]}}}`, `{"a":1,"c":1}`, "the answer lacks the property \"b\", which \"a\" needs\nthe answer lacks the property \"d\""},
		{`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, `the answer lacks the property "b", which "a" needs`},
		{`{"allOf":[{"minLength":3},{"pattern":"^x"}]}`, `"a"`, "the answer must have at least 3 characters, has 1\nthe answer must match the pattern ^x"},
		{`{"allOf":[{"minLength":3},{"minLength":3}]}`, `"a"`, "the answer must have at least 3 characters, has 1"},
		{`{"if":{"type":"string"},"then":{"minLength":2}}`, `"a"`, `the answer must have at least 2 characters, has 1`},
		{`{"$ref":"#/$defs/p","$defs":{"p":{"type":"string"}}}`, `1`, `the answer must be a string, not a number`},
		{`{"anyOf":[{"type":"string"},{"required":["b"],"properties":{"a":{"type":"integer"}}}]}`, `{"a":"x"}`,
			`the answer fits none of the 2 allowed forms: (1) must be a string, not an object; (2) lacks the property "b", /a must be an integer, not a string`},
		{`{"properties":{"v":{"oneOf":[{"type":"string"}]}}}`, `{"v":1}`, `/v does not fit the allowed form: (1) must be a string, not a number`},
		{`{"oneOf":[{"type":"integer"},{"type":"number"}]}`, `1`, `the answer fits the allowed forms 1 and 2, and must fit exactly one`},
		{`{"type":"object","properties":{"n":{"$ref":"#"}}}`, `{"n":{"n":{"n":3}}}`, `/n/n/n must be an object, not a number`},
		{`{}`, `{"a":[1e99999999]}`, `/a/0 is a number with too many digits or too large an exponent`},
		{`{}`, strings.Repeat("[", 300) + strings.Repeat("]", 300), `the answer is nested deeper than 256 levels`},
	} {
		t.Run(c.schema, func(t *testing.T) {
			s, err := CompileSchema(json.RawMessage(c.schema))
			if err != nil {
				t.Fatal(err)
			}
			for range 5 { // the library's order varies
				if got := SchemaFaults(s.Validate(json.RawMessage(c.value))).Error(); got != c.want {
					t.Fatalf("%s\ngot  %s\nwant %s", c.value, got, c.want)
				}
			}
		})
	}
}

// bombs are schemas whose checking takes exponentially long.
func bombs() map[string][2]string {
	var levels []string
	for i := range 60 {
		levels = append(levels, fmt.Sprintf(`"l%d":{"anyOf":[{"$ref":"#/$defs/l%d"},{"$ref":"#/$defs/l%d"}]}`, i, i+1, i+1))
	}
	ladder := `{"$ref":"#/$defs/l0","$defs":{` + strings.Join(levels, ",") + `,"l60":{"type":"string"}}}`
	deep := strings.Repeat(`{"a":`, 40) + `1` + strings.Repeat(`}`, 40)
	wide := "[" + strings.Repeat("1,", 600_000) + "1]"
	return map[string][2]string{
		"ladder":   {ladder, `1`},
		"not":      {strings.Replace(ladder, `"type":"string"`, `"not":{"type":"number"}`, 1), `1`},
		"tree":     {`{"type":"object","anyOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}]}`, deep},
		"patterns": {`{"type":"object","patternProperties":{"a":{"$ref":"#"},"a+":{"$ref":"#"}}}`, deep},
		"names":    {strings.Replace(ladder, `"$ref":"#/$defs/l0"`, `"propertyNames":{"$ref":"#/$defs/l0"}`, 1), `{"a":1}`},
		"long":     {`{"pattern":"(a*)*b","allOf":[` + strings.Repeat(`{"pattern":"(a|b)*c"},`, 100) + `{}]}`, `"` + strings.Repeat("a", 1<<20) + `"`},
		"wide":     {`{"items":{"type":"string"}}`, wide},
	}
}

func TestValidateRefusesTooMuchWork(t *testing.T) {
	for name, bomb := range bombs() {
		t.Run(name, func(t *testing.T) {
			s, err := CompileSchema(json.RawMessage(bomb[0]))
			if err != nil {
				t.Fatal(err)
			}
			const want = "the answer is too much work to check against this schema; it has too many alternatives for a value of this size"
			if got := SchemaFaults(s.Validate(json.RawMessage(bomb[1]))).Error(); got != want {
				t.Errorf("got %s", got)
			}
		})
	}
}

// A question whose schema is too much work for any value could never be answered, so it is
// not asked. One whose schema is too much work for only some values is.
func TestAFormRefusesASchemaThatNothingCanBeCheckedAgainst(t *testing.T) {
	for name, want := range map[string]string{
		"ladder": "questions[0].answer_type.schema: has too many alternatives inside alternatives, so no answer could be checked against it; use fewer of them",
		"tree":   "",
		"wide":   "",
	} {
		got := ""
		_, err := New([]Question{{ID: "a", Text: "A?", AnswerType: AnswerType{Kind: Schema, Schema: json.RawMessage(bombs()[name][0])}}})
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestMessagesAreCut(t *testing.T) {
	schema := `{"pattern":"` + strings.Repeat("ä", 1000) + `"}`
	s, err := CompileSchema(json.RawMessage(schema))
	if err != nil {
		t.Fatal(err)
	}
	want := "the answer must match the pattern " + strings.Repeat("ä", 288) + "…"
	if got := SchemaFaults(s.Validate(json.RawMessage(`"x"`))).Error(); got != want {
		t.Errorf("got %s", got)
	}
}

func FuzzSchema(f *testing.F) {
	for _, bomb := range bombs() {
		if len(bomb[0])+len(bomb[1]) < 1000 {
			f.Add([]byte(bomb[0]), []byte(bomb[1]))
		}
	}
	f.Add([]byte(`{"type":"object","properties":{"a":{"$ref":"#"}},"multipleOf":0.1,"enum":[1,{}]}`), []byte(`{"a":1.5}`))
	f.Fuzz(func(t *testing.T, schema, value []byte) {
		c, err := CompileSchema(schema)
		if err != nil {
			if strings.Contains(err.Error(), place) {
				t.Errorf("our own address is in %q", err)
			}
			return
		}
		first := SchemaFaults(c.Validate(value)).Error()
		if second := SchemaFaults(c.Validate(value)).Error(); first != second {
			t.Errorf("once %s\nthen %s", first, second)
		}
	})
}
