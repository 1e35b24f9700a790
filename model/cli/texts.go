package cli

// All texts of the command line.

const rootLong = `Parley is a full-screen, keyboard-driven terminal assistant for programmers.

A model works in a loop with tools; whenever a decision is needed, somebody
answers a typed question: you, a reviewing model, or your configuration. Every
question and every answer is an event on disk.

A first word that names a command is the command; "parley -- <message>" is
always a message. Without a model set up, "parley" offers the servers it finds
and an offline tour.`

const resumeLong = `Go on with a saved conversation. Without an id you choose one from a list that you
can search; without a screen it is the latest of this workspace. With --accessible it
goes on in plain lines.`

const toolsLong = `List the tools: whether the assistant is offered them, what happens before one runs
(conversation.tools.TOOL.run), where they come from and what they do.

  ask          you are asked before it runs
  edit         you may change its arguments first
  unattended   it runs without being asked about; some tools ask later, while they run:
               fs_modify_file asks whether to write its change
  skip         it does not run`

const modelsLong = `List the models of every server that is configured or whose key is set, as ids
for -m and assistant.model.id, with what is known of each: its window, the price
of a million tokens, whether it reasons and sees images. Name providers to ask
only those.`

// noServerText says why the scripted models are the only ones in a list.
const noServerText = "no key is set, and no server is configured; `parley` offers what it finds, and `parley models ollama` asks a server on this machine (llamacpp and lmstudio too)"

const trustTerminalText = "trust is given by a person; run `parley config trust` on a terminal, or with --yes where you know what it trusts"

// trustQuestion stands below what a file would set.
const trustQuestion = "These settings decide what runs on your machine, who is asked and who gets your files.\nType yes to trust this file as it is now: "

// filesQuestion stands below the files that the command of a server names.
const filesQuestion = "The server is started with these files, until one of them changes.\nType yes to start it: "

// keyQuestion stands below a key that a server would get.
const keyQuestion = "The server can then do what the key allows, and pass it on.\nType yes to give it the key: "

// instructionsQuestion stands below what the assistant would be told.
const instructionsQuestion = "The assistant would be told to follow this. It permits nothing: what may run is asked as before.\nType yes to trust it as it is now: "

// trustChangedText says why a yes trusts nothing.
const trustChangedText = "Not trusted: what was shown has changed since then.\n`parley config trust` shows it as it is now."
