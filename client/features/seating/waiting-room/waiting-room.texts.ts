import { PASS_MINUTES } from '#domain/waiting-room.ts'
import { counted } from '#domain/number-text.ts'

/** Texts of the waiting room. */
export const texts = {
  heading: 'You are in line',
  drawing: 'The sale has started. The order of everyone who was here before is being drawn, which takes a moment.',
  before: (people: number) => (people === 0 ? 'You are next' : `${counted(people, 'person', 'people')} ahead of you`),
  atMost: (people: number) =>
    people === 0 ? 'You are next.' : `At most ${counted(people, 'person is', 'people are')} ahead of you.`,
  minutes: (minutes: number) => `It is your turn in about ${counted(minutes, 'minute', 'minutes')}.`,
  paused: 'Nobody is being let in at the moment. You keep your place.',
  allReserved: 'All remaining places are reserved at the moment. Some may become free again.',
  soldOut:
    'The show sold out while you were in line, so the line has closed. Returned tickets appear on the plan below.',
  progress: 'Progress of the line',
  opens: 'The seating plan opens here by itself when it is your turn.',
  keep: `You keep your place when you reload or close this page, and on your other devices. Be back for your turn: you then have ${PASS_MINUTES} minutes to choose.`,
  leave: 'Leave the Line',
  leaveQuestion: 'Do you want to leave the line? You keep your place until it is your turn.',
  leaveDrawQuestion:
    'Do you want to leave? You will not be in the draw, and will go to the end of the line when you return.',
  stay: 'Stay',
  yourTurn: (until: string) => `It is your turn. Please reserve your tickets by ${until}.`,
  turnTitle: 'It is your turn!',
}
