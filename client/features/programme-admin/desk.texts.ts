import { counted } from '#domain/number-text.ts'

/** Texts of the desk's pages of events, shows and news. */
export const texts = {
  save: 'Save Changes',
  duplicate: 'Duplicate',
  deleted: (name: string) => `${name} deleted`,

  searchEvents: 'Search by title',
  eventType: 'Event type',
  noEvents: 'No matching events.',
  shows: (count: number) => (count === 0 ? 'No shows' : counted(count, 'show', 'shows')),
  next: ' · next ',
  editEvent: 'Edit Event',
  eventSaved: 'Event saved',
  eventNotSaved: 'Event not saved - please check your inputs.',
  showsOfEvent: 'Its Shows',
  deleteEvent: 'Delete Event',
  deleteEventQuestion: 'Are you sure you want to delete this event?',

  searchNews: 'Search by text',
  noNews: 'No matching news.',
  editNews: 'Edit News',
  newsSaved: 'News saved',
  newsNotSaved: 'News not saved - please check your inputs.',
  deleteNews: 'Delete News',
  deleteNewsQuestion: 'Are you sure you want to delete this news article?',

  searchShows: 'Search by show, event, artist or location',
  noShows: 'No matching shows.',
  hiddenByEvent: 'Visitors do not see this show yet, because its event is not published.',
  editShow: 'Edit Show',
  figures: 'Figures',
  cancelledShow: 'This show was cancelled. It can no longer change.',
  cancelShow: 'Cancel Show',
  cancellation: 'Cancellation',
  started: 'This show has started, so only its name can change.',
  concerned:
    'Customers get an email about a new time, artist or location. A new price counts for places reserved from now on. The seating plan stays.',
  refundOffer:
    'Customers can return their tickets until the show starts. You can give those who have bought one longer to decide.',
  refundsUntil: 'Offer refunds until (optional)',
  refundableUntil: (time: string) => `They can return the tickets that they have bought until ${time}.`,
  showSaved: 'Show saved',
  showNotSaved: 'Show not saved - please check your inputs.',
  deleteShow: 'Delete Show',
  deleteShowQuestion: 'Are you sure you want to delete this show?',
}
