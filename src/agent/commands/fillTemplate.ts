const PLACEHOLDER = '$ARGUMENTS';

/**
 * Puts the arguments, verbatim, wherever the template says `$ARGUMENTS` (C3): one pass, inserted text
 * is not looked at again, and nothing else in a template is magic. A template without the placeholder
 * gets arguments appended, so that they are never lost.
 */
export function fillTemplate(template: string, args: string): string {
  const pieces = template.split(PLACEHOLDER);
  if (pieces.length > 1) return pieces.join(args);
  return args === '' ? template : `${template}\n\nArguments: ${args}`;
}
