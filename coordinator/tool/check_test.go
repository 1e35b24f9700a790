package tool_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"parley/coordinator/tool"
	"parley/forms"
)

const modify = `{"type":"object","properties":{
	"path":{"type":"string"},
	"patterns":{"type":"array","items":{"type":"object","properties":{
		"old":{"type":"string"},"new":{"type":"string","default":""},"count":{"type":"integer","default":1}},"required":["old"]}},
	"mode":{"type":"string","enum":["fast","slow"],"default":"fast"},
	"lines":{"type":"integer"},
	"ratio":{"type":"number"},
	"dry":{"type":"boolean"},
	"note":{"type":["string","null"]},
	"any":{}},
	"required":["path","patterns"]}`

func spec(parameters string) tool.Spec {
	return tool.Spec{Name: "edit", Parameters: json.RawMessage(parameters)}
}

func TestCheckFits(t *testing.T) {
	const rest = `,"mode":"fast"}`
	cases := []struct{ name, parameters, arguments, want string }{
		{"plain", modify, `{"path":"a","patterns":[]}`, `{"path":"a","patterns":[]` + rest},
		{"order is kept", modify, `{"patterns":[],"mode":"slow","path":"a"}`, `{"patterns":[],"mode":"slow","path":"a"}`},
		{"compact", modify, " {\n \"path\" : \"a\" , \"patterns\" : [ ] } ", `{"path":"a","patterns":[]` + rest},
		{"defaults below", modify, `{"path":"a","patterns":[{"old":"x"}]}`, `{"path":"a","patterns":[{"old":"x","new":"","count":1}]` + rest},
		{"list in a string", modify, `{"path":"a","patterns":"[{\"old\":\"x\",\"count\":\"2\"}]"}`, `{"path":"a","patterns":[{"old":"x","count":2,"new":""}]` + rest},
		{"element in a string", modify, `{"path":"a","patterns":["{\"old\":\"x\",\"new\":\"y\",\"count\":1}"]}`, `{"path":"a","patterns":[{"old":"x","new":"y","count":1}]` + rest},
		{"scalars in strings", modify, `{"path":"1","patterns":[],"lines":" 5 ","ratio":"0.5","dry":"true"}`, `{"path":"1","patterns":[],"lines":5,"ratio":0.5,"dry":true` + rest},
		{"a string stays one", modify, `{"path":"[]","patterns":[],"note":"null","any":"7"}`, `{"path":"[]","patterns":[],"note":"null","any":"7"` + rest},
		{"null for what may be left out", modify, `{"path":"a","patterns":[],"lines":null,"mode":null,"note":null}`, `{"path":"a","patterns":[],"note":null` + rest},
		{"whole numbers", modify, `{"path":"a","patterns":[],"lines":5.0,"ratio":5.0}`, `{"path":"a","patterns":[],"lines":5,"ratio":5.0` + rest},
		{"large numbers", modify, `{"path":"a","patterns":[],"lines":90071992547409931234}`, `{"path":"a","patterns":[],"lines":90071992547409931234` + rest},
		{"text is not escaped", modify, `{"path":"<a>&\u2028","patterns":[]}`, `{"path":"<a>&\u2028","patterns":[]` + rest},
		{"text without escapes", modify, `{"path":"\u0072\u006d","patterns":"[{\"old\":\"\\u0072\\u006d\"}]"}`, `{"path":"rm","patterns":[{"old":"rm","new":"","count":1}]` + rest},
		{"but for what cannot be seen", modify, `{"path":"\u202e\u200b\u001b","patterns":[]}`, `{"path":"\u202e\u200b\u001b","patterns":[]` + rest},
		{"a default as it stands in a record", `{"type":"object","properties":{"a":{"type":"string","default":"\u0072\u006d\u202e"}}}`, `{}`, `{"a":"rm\u202e"}`},
		{"all in a string", modify, `"{\"path\":\"a\",\"patterns\":[]}"`, `{"path":"a","patterns":[]` + rest},
		{"nothing", ``, ``, `{}`},
		{"null", ``, `null`, `{}`},
		{"an empty string", ``, `""`, `{}`},
		{"open object", `{"type":"object","properties":{"a":{}},"additionalProperties":true}`, `{"b":1}`, `{"b":1}`},
		{"object without properties", `{"type":"object"}`, `{"b":1}`, `{"b":1}`},
		{"pattern properties", `{"type":"object","properties":{"a":{}},"patternProperties":{"^x-":{}}}`, `{"x-b":1}`, `{"x-b":1}`},
		{"reference", `{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"integer"}}}`, `{"a":"4"}`, `{"a":4}`},
		{"recursive", `{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#"}}}`, `{"v":"1","next":{"v":"2","next":"{\"v\":\"3\"}"}}`, `{"v":1,"next":{"v":2,"next":{"v":3}}}`},
		{"branches", `{"type":"object","properties":{"a":{"anyOf":[{"type":"array"},{"type":"null"}]}}}`, `{"a":"[1]"}`, `{"a":[1]}`},
		{"a branch that is a string", `{"type":"object","properties":{"a":{"oneOf":[{"type":"array"},{"type":"string"}]}}}`, `{"a":"[1]"}`, `{"a":"[1]"}`},
		{"properties in branches", `{"type":"object","properties":{"a":{}},"anyOf":[{"properties":{"b":{}}},{"properties":{"c":{}}}]}`, `{"b":1,"c":2}`, `{"b":1,"c":2}`},
		{"all of", `{"type":"object","allOf":[{"properties":{"a":{"type":"integer","default":3}}},{"properties":{"b":{}}}]}`, `{"b":1}`, `{"b":1,"a":3}`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := spec(c.parameters).Check(json.RawMessage(c.arguments))
			if err != nil || string(got) != c.want {
				t.Errorf("got  %s (%v)\nwant %s", got, err, c.want)
			}
		})
	}
}

const takes = "\nIt takes {\"path\": string, \"patterns\": [{\"old\": string, \"new\"?: string, \"count\"?: integer}, …], " +
	"\"mode\"?: \"fast\" | \"slow\", \"lines\"?: integer, \"ratio\"?: number, \"dry\"?: boolean, \"note\"?: string | null, \"any\"?: any}."

func TestCheckFaults(t *testing.T) {
	wrong := func(faults ...string) string {
		return "The arguments of edit are wrong, so it did not run. Correct all of these and call it again:\n- " + strings.Join(faults, "\n- ") + takes
	}
	shape := strings.TrimSuffix(strings.TrimPrefix(takes, "\nIt takes "), ".")
	cases := []struct{ name, arguments, want string }{
		{"all of them", `{"pth":"a","patterns":[{"old":1,"nw":""},{"new":null},7],"lines":"ten","mode":"quick","zzz":1,"dry":0}`, wrong(
			`"patterns[1].old" is missing: it must be a string.`,
			`"path" is missing: it must be a string.`,
			`"pth" is unknown: did you mean "path"?`,
			`"patterns[0].nw" is unknown: did you mean "patterns[0].new"?`,
			`"zzz" is unknown: leave it out.`,
			`"patterns[0].old" must be a string, not the number 1.`,
			`"patterns[2]" must be an object, not the number 7.`,
			`"lines" must be an integer, not the string "ten".`,
			`"mode" must be one of "fast", "slow", not the string "quick".`,
			`"dry" must be a boolean, not the number 0.`,
		)},
		{"null for what is needed", `{"path":null,"patterns":[]}`, wrong(`"path" must be a string, not null.`)},
		{"a list where a string is", `{"path":["a"],"patterns":{}}`, wrong(`"path" must be a string, not an array.`, `"patterns" must be an array, not an object.`)},
		{"a fraction", `{"path":"a","patterns":[],"lines":2.5}`, wrong(`"lines" must be an integer, not the number 2.5.`)},
		{"a monstrous number", `{"path":"a","patterns":[],"lines":1e999999999}`, wrong(`"lines" must be an integer, not the number 1e999999999.`)},
		{"twice", `{"path":"a","patterns":[],"path":"b"}`, wrong(`"path" is given more than once: give it once.`)},
		{"nothing, and then something", `{"path":"a","patterns":[],"mode":null,"mode":"all"}`, wrong(`"mode" is given more than once: give it once.`)},
		{"long text is clipped", `{"path":"a","patterns":"` + strings.Repeat("é", 70) + `"}`, wrong(`"patterns" must be an array, not the string "` + strings.Repeat("é", 60) + `…".`)},
		{"two kinds", `{"path":"a","patterns":[],"note":5}`, wrong(`"note" must be a string or null, not the number 5.`)},
		{"cut off", `{"path":"a`, "The arguments of edit are not valid JSON (unexpected end of JSON input), so it did not run. Call it again with one JSON object: " + shape + "."},
		{"cut off, recorded as a string", `"{\"path\":"`, "The arguments of edit are not valid JSON (unexpected end of JSON input), so it did not run. Call it again with one JSON object: " + shape + "."},
		{"text", `"please edit a"`, "The arguments of edit are not valid JSON (invalid character 'p' looking for beginning of value), so it did not run. Call it again with one JSON object: " + shape + "."},
		{"a list", `["a"]`, "The arguments of edit must be one JSON object, not an array, so it did not run. Call it again with " + shape + "."},
		{"a number", `5`, "The arguments of edit must be one JSON object, not the number 5, so it did not run. Call it again with " + shape + "."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := spec(modify).Check(json.RawMessage(c.arguments))
			if err == nil {
				t.Fatalf("no error, but %s", got)
			}
			if err.Error() != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", err, c.want)
			}
		})
	}
}

// What a schema demands beyond types is reported in the same error, with the same paths.
func TestCheckAsksTheSchemasValidator(t *testing.T) {
	const parameters = `{"type":"object","properties":{"list":{"type":"array","items":{"type":"object","properties":{"n/m":{"type":"integer","minimum":3}}}}}}`
	s := spec(parameters)
	if got, err := s.Check(json.RawMessage(`{"list":[{"n/m":"3"}]}`)); err != nil || string(got) != `{"list":[{"n/m":3}]}` {
		t.Errorf("got %s, %v", got, err)
	}
	compiled, err := forms.CompileSchema(json.RawMessage(parameters))
	if err != nil {
		t.Fatal(err)
	}
	faults := compiled.Validate(json.RawMessage(`{"list":[{"n/m":2}]}`))
	if len(faults) != 1 {
		t.Fatalf("the validator found %v", faults)
	}
	where := ""
	if faults[0].Path != "" {
		where = `"list[0].n/m": `
	}
	want := "The arguments of edit are wrong, so it did not run. Correct all of these and call it again:\n- " + where + faults[0].Message +
		"\nIt takes {\"list\"?: [{\"n/m\"?: integer}, …]}."
	if _, err := s.Check(json.RawMessage(`{"list":[{"n/m":"2"}]}`)); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestCheckLeavesALenientToolItsArguments(t *testing.T) {
	s := spec(modify)
	s.Lenient = true
	got, err := s.Check(json.RawMessage(`"{\"path\": 5, \"more\": null}"`))
	if err != nil || string(got) != `{"path":5,"more":null}` {
		t.Errorf("got %s, %v", got, err)
	}
	if got, err = s.Check(json.RawMessage(`[]`)); err == nil {
		t.Errorf("a list passed as %s", got)
	}
}

// Checking what was checked changes nothing.
func TestCheckIsIdempotent(t *testing.T) {
	s := spec(modify)
	value := rapid.SampledFrom([]string{`"a"`, `5`, `5.0`, `"5"`, `null`, `true`, `"true"`, `[]`, `"[]"`, `{}`, `[{"old":"x"}]`, `"[{\"old\":\"x\"}]"`, `"fast"`})
	rapid.Check(t, func(t *rapid.T) {
		var fields []string
		for _, key := range []string{"path", "patterns", "mode", "lines", "ratio", "dry", "note", "any"} {
			if rapid.Bool().Draw(t, "with "+key) {
				fields = append(fields, `"`+key+`":`+value.Draw(t, key))
			}
		}
		once, err := s.Check(json.RawMessage("{" + strings.Join(fields, ",") + "}"))
		if err != nil {
			return
		}
		twice, err := s.Check(once)
		if err != nil || string(once) != string(twice) {
			t.Fatalf("once %s, twice %s, %v", once, twice, err)
		}
	})
}

func FuzzCheck(f *testing.F) {
	f.Add(modify, `{"path":"a","patterns":"[{\"old\":\"x\"}]","lines":"5.0e0"}`)
	f.Add(`{"type":"object","properties":{"a":{"$ref":"#/properties/a"}}}`, `{"a":{"a":1}}`)
	f.Add(`{"$ref":"#"}`, `{}`)
	f.Add(`{"type":"object","properties":{"a":{"allOf":[{"type":"integer"},{"enum":[1,"1"]}]}}}`, `{"a":"1"}`)
	f.Add(`{"type":["object"],"required":"x"}`, `"\"{}\""`)
	f.Fuzz(func(t *testing.T, parameters, arguments string) {
		got, err := spec(parameters).Check(json.RawMessage(arguments))
		if err != nil {
			return
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(got, &object) != nil || object == nil {
			t.Fatalf("%q is no object", got)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	r, err := tool.NewRegistry(tool.Entry{Tool: fake{spec(modify)}, Spec: spec(modify)})
	if err != nil {
		b.Fatal(err)
	}
	arguments := json.RawMessage(`{"path":"a","patterns":[{"old":"x","new":"y"},{"old":"z","new":""}],"lines":"5"}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Check("edit", arguments); err != nil {
			b.Fatal(err)
		}
	}
}

// A value that may be of several kinds is described with all of them, and a list or an
// object among them with its contents.
func TestShapesOfSeveralKinds(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":["boolean","string","array"],"items":{"type":["string","number"]}}`:                      `boolean | string | [string | number, …]`,
		`{"type":"array","items":{"type":["string","object"],"properties":{"value":{"type":"integer"}}}}`: `[string | {"value"?: integer}, …]`,
		`{"type":["object","null"],"properties":{"a":{"type":"string"}},"required":["a"]}`:                `{"a": string} | null`,
		`{"type":["string","null"],"enum":["a",null]}`:                                                    `"a" | null`,
	} {
		_, err := spec(`{"type":"object","properties":{"v":` + schema + `}}`).Check(json.RawMessage(`{"zzz":1}`))
		if got := fmt.Sprint(err); !strings.HasSuffix(got, "\nIt takes {\"v\"?: "+want+"}.") {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
}

// TestOnlySoManyFaultsAreTold: arguments can have hundreds of thousands, which would be recorded
// and sent with every request from then on.
func TestOnlySoManyFaultsAreTold(t *testing.T) {
	var members, lines []string
	for i := range 250 {
		members = append(members, fmt.Sprintf(`"zz%d":1`, i))
		lines = append(lines, fmt.Sprintf("- \"zz%d\" is unknown: leave it out.", i))
	}
	const shape = `{"type":"object","properties":{"command":{"type":"string"}},"required":["command"]}`
	const begin = "The arguments of edit are wrong, so it did not run. Correct all of these and call it again:\n"
	const end = "\nIt takes {\"command\": string}."
	for n, want := range map[int]string{
		100: begin + strings.Join(lines[:100], "\n") + end,
		101: begin + strings.Join(lines[:100], "\n") + "\n- Faults that are not listed here: 1." + end,
		250: begin + strings.Join(lines[:100], "\n") + "\n- Faults that are not listed here: 150." + end,
	} {
		_, err := spec(shape).Check(json.RawMessage(`{"command":"x",` + strings.Join(members[:n], ",") + `}`))
		if err == nil || err.Error() != want {
			t.Errorf("%d: %v", n, err)
		}
	}
	_, err := spec(shape).Check(json.RawMessage(`{` + strings.Join(members[:100], ",") + `}`))
	want := begin + "- \"command\" is missing: it must be a string.\n" + strings.Join(lines[:99], "\n") + "\n- Faults that are not listed here: 1." + end
	if err == nil || err.Error() != want {
		t.Errorf("missing: %v", err)
	}
}

// TestASchemaThatTakesInItsPartsTwice, and these theirs, is no longer than what it says. What it means
// is found out as long as that is not too much work.
func TestASchemaThatTakesInItsPartsTwice(t *testing.T) {
	for with, fits := range map[string]int{"allOf": 5, "anyOf": 5} {
		for _, levels := range []int{fits, 25} {
			schema := fmt.Sprintf(`{"type":"object","$ref":"#/$defs/l%d","$defs":{"l0":{"type":"object","required":["x"],"properties":{"x":{"type":"string"}}}`, levels)
			for i := range levels {
				schema += fmt.Sprintf(`,"l%d":{%q:[{"$ref":"#/$defs/l%d"},{"$ref":"#/$defs/l%d"}]}`, i+1, with, i, i)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			s := tool.Spec{Name: "t", Parameters: json.RawMessage(schema + `}}`)}
			_, err := s.Check(json.RawMessage(`{"x":"y"}`))
			_, wrong := s.Check(json.RawMessage(`{"x":1}`))
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 || wrong == nil || levels == fits && err != nil {
				t.Errorf("%s, %d levels: %d MB were needed, %v, %v", with, levels, used>>20, err, wrong)
			}
		}
	}
}

// TestASchemaOfThousandsOfReferences is not gone through for each of them.
func TestASchemaOfThousandsOfReferences(t *testing.T) {
	var names, parts []string
	for i := range 3000 {
		names = append(names, fmt.Sprintf(`"a%d":{"type":"string"}`, i))
		parts = append(parts, fmt.Sprintf(`"x%d":{"$ref":"#/$defs/a%d"}`, i, i))
	}
	s := tool.Spec{Name: "t", Parameters: json.RawMessage(`{"type":"object","$defs":{` + strings.Join(names, ",") + `},"properties":{` + strings.Join(parts, ",") + `}}`)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := s.Check(json.RawMessage(`{"x2999":"y"}`))
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 || err != nil && !strings.Contains(err.Error(), "bytes long") {
		t.Errorf("%d MB were needed, %v", used>>20, err)
	}
}
