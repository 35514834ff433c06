/** Text that models read stands in Markdown files beside the code; the bundler and the tests import them as text. */
declare module '*.md' {
  const text: string;
  export default text;
}
