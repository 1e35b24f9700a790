package export

// style is the style sheet of the page. Every pair of colours has a contrast of at
// least 4.5 to 1 in both schemes, which a test computes from these lines.
const style markup = `:root{color-scheme:light dark;
--ground:#ffffff;--ink:#1f2328;--dim:#57606a;--link:#0550ae;--line:#d0d7de;--soft:#f6f8fa;
--loud:#fff4d6;--edge:#8a5a00;--yes:#0b5a23;--no:#a40e26;--open:#6639ba;
--add:#dafbe1;--add-ink:#0a3d17;--del:#ffe5e3;--del-ink:#67060c;
--keyword:#a40e26;--string:#0a3069;--comment:#57606a;--number:#0550ae;--name:#6639ba}
@media (prefers-color-scheme:dark){:root{
--ground:#0d1117;--ink:#e6edf3;--dim:#9da7b1;--link:#79c0ff;--line:#3d444d;--soft:#161b22;
--loud:#2b2410;--edge:#e3b341;--yes:#7ee787;--no:#ff9492;--open:#d2a8ff;
--add:#12301f;--add-ink:#b4f1c2;--del:#3a1619;--del-ink:#ffd1cc;
--keyword:#ff9492;--string:#a5d6ff;--comment:#9da7b1;--number:#79c0ff;--name:#d2a8ff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;padding:1rem;max-width:60rem;background:var(--ground);color:var(--ink);
font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--edge);outline-offset:2px}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:1rem;background:var(--ground);padding:.5rem}
h1{font-size:1.6rem;line-height:1.25;margin:.2rem 0 1rem}
h2{font-size:1.3rem;margin:2rem 0 .8rem;border-bottom:2px solid var(--line)}
h3.turn{font-size:1.1rem;margin:2rem 0 .6rem}
h4{font-size:.95rem;margin:0 0 .3rem}
h5{font-size:1rem;margin:0}
h6{font-size:1rem;margin:.8rem 0 .3rem}
small,time,.remark{color:var(--dim);font-size:.85rem;font-weight:400}
p{margin:.4rem 0}
dl{margin:.5rem 0}
dl div{display:flex;flex-wrap:wrap;gap:0 .6rem}
dt{color:var(--dim);min-width:8rem}
dd{margin:0;flex:1 1 14rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td:last-child{white-space:nowrap}
th,td{text-align:start;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line);min-width:3rem}
article{margin:1rem 0;padding-inline-start:.8rem;border-inline-start:3px solid var(--line)}
article.message{border-color:var(--link);background:var(--soft);padding:.5rem .8rem}
.plain{white-space:pre-wrap;unicode-bidi:isolate}
.prose{unicode-bidi:isolate}
.line{color:var(--dim);font-size:.9rem}
.failure{color:var(--no)}
img{max-width:100%}
pre{background:var(--soft);padding:.6rem;margin:.4rem 0;overflow-x:auto;font:.86rem/1.45 ui-monospace,monospace;tab-size:4;overflow-wrap:normal;direction:ltr;text-align:start}
code{font-family:ui-monospace,monospace;font-size:.92em}
pre code{font-size:inherit}
summary{cursor:pointer;color:var(--link)}
blockquote{margin:.4rem 0;padding-inline-start:.8rem;border-inline-start:3px solid var(--line);color:var(--dim)}
.decision{margin:1rem 0;padding:.8rem 1rem;background:var(--loud);border:2px solid var(--edge);border-inline-start-width:.6rem;border-radius:.3rem;break-inside:avoid}
.decision:target{outline:3px solid var(--link)}
.decision h5 a{color:var(--edge)}
.decision dt{color:var(--ink);opacity:1}
.question{font-size:1.15rem;font-weight:600;white-space:pre-wrap;unicode-bidi:isolate}
.given{font-size:1.3rem;white-space:pre-wrap;unicode-bidi:isolate}
.yes strong,strong.yes{color:var(--yes)}.no strong,strong.no{color:var(--no)}.open strong,strong.open{color:var(--open)}
.decision .context strong,.decision .prose strong{color:inherit}
.diff span{display:inline-block;min-width:100%}
.add{background:var(--add);color:var(--add-ink)}.del{background:var(--del);color:var(--del-ink)}
.hunk,.file{color:var(--dim)}
.k{color:var(--keyword)}.s{color:var(--string)}.c{color:var(--comment)}.m{color:var(--number)}.nf{color:var(--name)}
@media (max-width:34rem){body{padding:.6rem}dt{min-width:0}dt::after{content:":"}.decision{padding:.6rem}
.wide table,.wide tbody,.wide tr,.wide td{display:block;white-space:normal}.wide thead{position:absolute;left:-100vw}
.wide tr{border-bottom:1px solid var(--line);padding:.4rem 0}.wide td{border:0;padding:.05rem 0}.wide td:first-child::before{content:"Decision "}}
@media print{body{max-width:none;padding:0}.skip{display:none}pre,.wide{overflow:visible;white-space:pre-wrap}
details::details-content{content-visibility:visible}h2,h3,h4,h5{break-after:avoid}}
`
