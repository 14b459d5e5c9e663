/** How the public pages introduce themselves: on the page, in the title of its window, and to search engines. */
export const pageWords = {
  home: {
    title: 'Foyer',
    link: 'Home',
    heading: 'The evening begins in the foyer',
    lead: 'Theatre, opera, concerts, comedy, films and sport. Choose your seat on the plan, and it is yours.',
  },
  news: { title: 'News', lead: 'What happens on our stages, and behind them.', back: 'All news' },
  merchandise: {
    title: 'Merchandise',
    lead: 'To wear, to drink from, to remember by. For money, or for your points.',
    back: 'All merchandise',
  },
  search: { title: 'Search' },
  searchEvents: {
    tab: 'Event',
    title: 'Search events',
    lead: 'Every play, opera, concert, film and match, by title, type and length.',
  },
  searchLocations: {
    tab: 'Location',
    title: 'Search locations',
    lead: 'Every house we play in, by name, city and country.',
  },
  searchShows: {
    tab: 'Show',
    title: 'Search shows',
    lead: 'Every evening to come, by date, price, artist and house.',
  },
  searchArtists: { tab: 'Artist', title: 'Search artists', lead: 'Everybody who stands on our stages, by name.' },
  login: { title: 'Login' },
  register: { title: 'Sign Up' },
  forgotPassword: { title: 'Forgot your Password?' },
  passwordReset: { title: 'Set a new password' },
  notFound: { title: 'There is nothing on this stage' },
} as const
