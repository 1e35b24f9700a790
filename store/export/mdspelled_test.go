package export

import "testing"

// TestNothingIsLoadedHoweverItIsRead: viewers differ in what they take for code and for an address. None of
// them sees an image or HTML in what a model wrote.
func TestNothingIsLoadedHoweverItIsRead(t *testing.T) {
	for source, want := range map[string]string{
		// Behind the mark of a quotation a tab is no code.
		"a\n\n\t![b](https://evil.example/x.png)":     "> a\n>\n>     ![b](https://evil.example/x.png)\n",
		"\t<img src=https://evil.example/x.png>":      ">     <img src=https://evil.example/x.png>\n",
		"-\t```>\n</pre>![b](https://evil.example/x)": "> -   ```\n>     ```>\n> \\</pre>\\![b](https://evil.example/x)\n",
		"- \t![b](https://evil.example/x.png)":        "> -   \\![b](https://evil.example/x.png)\n",
		"```\n\tif a {\n\t```\n```\n![b](c)":          "> ```\n> \tif a {\n>     ```\n> ```\n> \\![b](c)\n",
		"~~~go\n\tx\n\t~~~~ y\n~~~\n\tz":              "> ~~~go\n> \tx\n>     ~~~~ y\n> ~~~\n>     z\n",
		// The address of an image stands in another text.
		"![b], ![c][b] and `![b]`, not !b or [b]": "> \\![b], \\![c][b] and `![b]`, not !b or [b]\n",
		// A note is shown at the end of the document.
		"a[^1]\n\n[^1]: b\n\n    # c": "> a\\[^1]\n>\n> \\[^1]: b\n>\n>     # c\n",
		// An address takes the backslash, or the mark of code, that stands behind it.
		"http://a.example/<img src=b>":                 "> http://a.example/&#60;img src=b>\n",
		"http://a.example/\\<img src=b>":               "> http://a.example/\\&#60;img src=b>\n",
		"WWW.a.example/![b](c)":                        "> WWW.a.example/&#33;[b](c)\n",
		"http://a.example``![b](c)``":                  "> http://a.example&#96;&#96;&#33;[b](c)&#96;&#96;\n",
		"`http://a.example` <b> `<b>` (http://a) `![`": "> `http://a.example` \\<b> `<b>` (http://a) `![`\n",
		"<https://a.example> a < b <5 c<-":             "> <https://a.example> a < b <5 c<-\n",
		// Where viewers see a table, a note or another list, it is no code.
		"a `b\n[^1]: ![c](d)` e":         "> ```\n> a `b\n> [^1]: ![c](d)` e\n> ```\n",
		"a `b\nc` d":                     "> a `b\n> c` d\n",
		"-     <img src=b>|c|\n|-|-|\n":  "> ```\n> -     <img src=b>|c|\n> |-|-|\n> ```\n",
		"10) a\n\n [b]: <c>\n10) <!-- d": "> 10) a\n>\n>  [b]: \\<c>\n> 10) \\<!-- d\n",
	} {
		if got := markdownQuote(source, newParser()); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", source, got, want)
		}
	}
	const address = "see http://a.example/<img src=b> <i>"
	for _, got := range []string{said(address), "> " + inline(address) + "\n"} {
		if want := "> see http://a.example/&#60;img src=b> \\<i>\n"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
