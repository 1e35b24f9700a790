package replay

// DarkStage and LightStage are terminals of known colours: for recordings, and for
// the pictures in the documentation.
func DarkStage() Stage {
	return Stage{Ink: "#d8dee9", Back: "#16181d", Basic: [16]string{
		"#2b303b", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4",
		"#6b7280", "#ff7b86", "#b5e08f", "#f5d58a", "#82c4ff", "#dd9bf0", "#7fd5df", "#ffffff",
	}}
}

// LightStage is DarkStage on white.
func LightStage() Stage {
	return Stage{Ink: "#24292f", Back: "#ffffff", Basic: [16]string{
		"#24292f", "#b42318", "#2f7d32", "#8a5a00", "#0b5cad", "#8032a8", "#0f766e", "#57606a",
		"#6e7781", "#d1242f", "#1a7f37", "#9a6700", "#0969da", "#8250df", "#1b7c83", "#8c959f",
	}}
}
