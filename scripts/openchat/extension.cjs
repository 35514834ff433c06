// Vakil itself never starts with the window; the one of `npm start` is there to show it.
const vscode = require('vscode');

exports.activate = () => vscode.commands.executeCommand('vak.openChat');
