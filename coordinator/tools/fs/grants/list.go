package grants

// What gives permission: files and folders that make a program run something, or that tell
// an assistant what to do. Only a person's own yes to the very change lets them be
// changed.
//
// A name holds at any depth; one with slashes is several names, one below the other. It
// includes everything below it. A * at its beginning or end stands for anything. Names are
// folded (see paths.Folded), so they are in lower case even where the file system distinguishes
// agents.md from AGENTS.md: what is written here reaches systems that do not, and probing
// one folder says nothing about those below it.

// kinds of permission.
const (
	byParley  = "Parley takes its settings and skills from it: what is run, and who decides."
	byTools   = "Assistants start the servers that it names, and trust their tools."
	byWords   = "Assistants do what it says."
	byNaming  = "Assistants do what it says, and what the files say that it names behind @."
	byNamed   = "An assistant takes its settings from it, and goes by the files that it names, or runs them."
	byAgent   = "Another assistant takes its settings from it: what it may do, and what it runs."
	byEditor  = "An editor takes its settings from it, and runs what they name."
	byGit     = "Version control takes from it what it runs, or where code comes from."
	byRun     = "A setting of version control names it, to be run or gone by."
	byHook    = "What it names is run when changes are committed."
	byRunner  = "What it says is run on other machines, with the keys that they have."
	byFolder  = "What it says is run or set as soon as somebody works in the folder."
	byPackage = "A package manager or build takes its settings from it: what it runs, and where packages come from."
	byShell   = "A shell or a login runs it, or takes its settings from it."
	byOwn     = "Parley, or another assistant of yours, takes its settings from it, in every workspace."
	byLogin   = "It says who may log in, and with which key."
)

// list is the list.
var list = [...]struct {
	why   string
	names []string
}{
	{byParley, []string{".parley", "parley.toml"}},
	{byTools, []string{".mcp.json"}},
	{byWords, []string{
		"agents.md", "agents.override.md", "agents.local.md", "agent.md", "claude.md", "claude.local.md", "gemini.md", "qwen.md", "iflow.md", "codebuddy.md",
		"copilot.md", "crush.md", "crush.local.md", "warp.md", "skill.md", ".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".roorules", ".goosehints",
		".augment-guidelines", ".aiassistant",
		".github/copilot-instructions.md", ".github/instructions", ".github/prompts", ".github/agents", ".github/chatmodes", ".github/skills",
	}},
	{byAgent, []string{
		".agents", ".agent", ".claude", ".claude.json", ".codex", ".cursor", ".cursorignore", ".gemini", ".opencode*", "opencode.json", "opencode.jsonc",
		".crush", ".crush.json", "crush.json", ".qwen", ".kiro", ".roo", ".roomodes", ".cline", ".windsurf", ".codeium", ".continue", ".continuerc.json",
		".augment", ".amazonq", ".aider*", ".goose", ".factory", ".amp", ".trae", ".junie", ".copilot", ".openhands", ".pi",
		".kilocode*", ".grok", ".vibe", ".iflow", ".tabnine",
		".config/opencode", ".config/goose", ".config/crush", ".config/amp", ".config/github-copilot", ".github/hooks", ".github/copilot",
		".claude-plugin", ".codex-plugin", ".cursor-plugin", "gemini-extension.json", ".ruler", ".rovodev", ".zencoder", ".warp", ".serena", ".lingma", ".void", ".antigravity", ".taskmaster", ".codebuddy",
	}},
	{byEditor, []string{
		".vscode", "*.code-workspace", ".idea", ".run", ".fleet", ".nova", ".theia", ".zed", ".vs", ".helix", ".devcontainer", ".devcontainer.json",
		".vimrc", ".gvimrc", ".exrc", ".nvimrc", ".nvim.lua", ".lvimrc", ".local.vimrc", ".vim", ".emacs", ".emacs.d", ".dir-locals.el", ".dir-locals-2.el",
		"*.sublime-project", ".config/nvim", ".config/helix", ".config/zed", ".config/emacs", ".config/code",
		".lazy.lua", ".neoconf.json", ".nvim", ".vimspector.json", ".ycm_extra_conf.py", ".luarc.json", ".lite_project.lua", ".project", ".externaltoolbuilders",
		"nbproject", "*.sublime-build", "*.pro.user", "*.kdev4",
	}},
	{byGit, []string{
		".gitattributes", ".gitmodules", ".gitconfig", ".gitconfig.*", ".git-credentials", ".config/git", ".lfsconfig", ".hg", ".hgrc", ".jj", ".svn",
		".sl", ".arcconfig",
	}},
	{byHook, []string{
		".githooks", ".git-hooks", ".husky", ".pre-commit-config.yaml", ".pre-commit-config.yml", ".pre-commit-hooks.yaml", "lefthook.*", ".lefthook*",
		"lefthook-local.*", ".overcommit.yml", ".lintstagedrc*", "lint-staged.config.*",
		".simple-git-hooks.*", "simple-git-hooks.*", ".huskyrc*", ".trunk", ".commitlintrc*", "commitlint.config.*", ".nano-staged*", "nano-staged.*",
		"captainhook.json", "grumphp.yml", "prek.toml", "hk.pkl",
	}},
	{byRunner, []string{
		".github/workflows", ".github/actions", ".gitlab-ci.yml", ".gitlab-ci.yaml", ".gitlab/ci", ".gitea/workflows", ".forgejo/workflows", ".circleci",
		".buildkite", ".travis.yml", ".drone.yml", ".woodpecker", ".woodpecker.yml", ".woodpecker.yaml", ".cirrus.yml", ".semaphore", ".teamcity",
		"azure-pipelines.yml", "azure-pipelines.yaml", "bitbucket-pipelines.yml", "appveyor.yml", ".appveyor.yml", "jenkinsfile", "buildspec.yml", "cloudbuild.yaml",
		".tekton", ".harness", ".zuul.yaml", ".zuul.d", ".prow.yaml", ".build.yml", ".builds", "wercker.yml", "codemagic.yaml", "bitrise.yml", ".vela.yml",
	}},
	{byFolder, []string{
		".direnv", ".envrc", ".direnvrc", ".config/direnv", ".mise.toml", ".mise.*.toml", "mise.toml", "mise.*.toml", ".miserc.toml", ".mise", ".config/mise", ".config/mise.toml", ".rtx.toml",
		".tool-versions", ".autoenv", ".autoenv.zsh",
		".gitpod.yml", ".replit", ".idx", ".codesandbox",
		".rprofile", ".renviron", ".ghci", ".gdbinit", ".lldbinit", ".irbrc", ".pryrc", ".iex.exs", ".pdbrc",
		".envrc.*", ".autoenv.*", ".shadowenv.d", ".sdkmanrc", ".ocamlinit", ".byebugrc", ".rdbgrc*", ".perldb", ".gdbearlyinit", ".erlang",
	}},
	{byPackage, []string{
		".npmrc", ".yarnrc", ".yarnrc.yml", ".yarn", ".pnpmfile.cjs", ".pnpmfile.mjs", ".cargo", ".bazelrc", ".bazelversion", ".bundle", ".mvn", ".condarc",
		".pip", ".config/pip", ".pypirc", ".gemrc", ".config/go", ".gradle",
		"gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", "gradle/wrapper", ".sbtopts", ".jvmopts", ".pnp.cjs", ".pnp.loader.mjs", ".bazeliskrc", "tools/bazel",
		".buckconfig", ".buckconfig.local", ".swiftpm", ".m2", ".sbt", ".luarocks", ".config/dotnet-tools.json",
	}},
	{byShell, []string{
		".profile", ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".zsh",
		".oh-my-zsh", ".kshrc", ".mkshrc", ".shrc", ".cshrc", ".tcshrc", ".login", ".logout", ".inputrc", ".screenrc", ".tmux.conf", ".xprofile", ".xinitrc", ".xsession", ".xsessionrc",
		".pam_environment", ".config/fish", ".config/tmux", ".config/nushell", ".config/powershell", ".config/environment.d", ".config/autostart", ".config/systemd",
		".config/plasma-workspace", ".local/share/systemd", ".local/share/applications", ".local/bin", "library/launchagents", "library/launchdaemons",
	}},
	{byLogin, []string{
		".ssh", ".gnupg", ".rhosts", ".shosts", ".netrc", ".authinfo", ".aws", ".kube", ".docker", ".pgpass", ".my.cnf",
	}},
	{byTools, []string{"mcp.json"}}, // in an assistant's folder it is that assistant's
}
