/**
 * What the specification says, by its sections and in our own short words or its fixed texts, with the test that proves
 * it: `file › title`. '' where there is none yet.
 */
export type Rows = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>
