import { counted } from '#domain/number-text.ts'

/** Texts of the desk's pages of artists. */
export const texts = {
  search: 'Search by name',
  none: 'No matching artists.',
  shows: (count: number) => (count === 0 ? 'No shows' : counted(count, 'show', 'shows')),

  createLead: 'A band or an ensemble needs only its stage name.',
  firstName: 'First name',
  lastName: 'Last name',
  stageName: 'Stage name',
  description: 'Description',
  descriptionHint: 'Shown on the page of the artist. An empty line begins a new paragraph.',
  picture: 'Picture (optional)',
  created: 'Artist created',
  notCreated: 'Artist not created - please check your inputs.',

  edit: 'Edit Artist',
  save: 'Save Changes',
  saved: 'Artist saved',
  notSaved: 'Artist not saved - please check your inputs.',
  delete: 'Delete Artist',
  deleteQuestion: 'Are you sure you want to delete this artist?',
  deleted: (name: string) => `${name} deleted`,
}
