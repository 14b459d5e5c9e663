/** Texts of the list of sessions. */
export const texts = {
  sessions: 'Where you are logged in',
  lead: (zone: string) =>
    `A login lasts at most seven days. If you don't recognise one, end it and change your password. Times are in the time zone of this browser (${zone}).`,
  current: 'This browser',
  createdAt: 'Logged in',
  lastUsedAt: 'last used',
  end: 'End',
  endOf: (device: string, time: string) => `End the session of ${device}, logged in ${time}`,
  ended: 'The session has ended.',
  endOthers: 'End all others',
  othersEnded: 'All other sessions have ended.',
}
