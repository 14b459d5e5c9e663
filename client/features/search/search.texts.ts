/** Texts above the searches. */
export const texts = {
  tabs: 'What to search for',
}
