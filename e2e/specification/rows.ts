/**
 * The statements of the specification by section, shortened or as its literal texts, each with the test that proves it:
 * `file › title`; '' if there is none yet.
 */
export type Rows = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>
