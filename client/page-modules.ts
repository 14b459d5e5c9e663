import type { ComponentType } from 'react'
import type { PageKey } from '#contract/pages.ts'

const legalPage = async () => (await import('./features/legal/legal.page.tsx')).LegalPage

/** Loads the code of each page. The build reads this table too, to tell the server which files a page needs. */
export const pageModules: Record<PageKey, () => Promise<ComponentType>> = {
  home: async () => (await import('./features/home/home.page.tsx')).HomePage,
  login: async () => (await import('./features/auth/login.page.tsx')).LoginPage,
  register: async () => (await import('./features/auth/register.page.tsx')).RegisterPage,
  forgotPassword: async () => (await import('./features/auth/forgot-password.page.tsx')).ForgotPasswordPage,
  passwordReset: async () => (await import('./features/auth/password-reset.page.tsx')).PasswordResetPage,
  confirmEmail: async () => (await import('./features/auth/confirm-email.page.tsx')).ConfirmEmailPage,
  news: async () => (await import('./features/news/news.page.tsx')).NewsPage,
  newsArticle: async () => (await import('./features/news/news-article.page.tsx')).NewsArticlePage,
  createNews: async () => (await import('./features/programme-admin/create-news.page.tsx')).CreateNewsPage,
  merchandise: async () => (await import('./features/merchandise/merchandise.page.tsx')).MerchandisePage,
  product: async () => (await import('./features/merchandise/product.page.tsx')).ProductPage,
  createProduct: async () => (await import('./features/merchandise/create-product.page.tsx')).CreateProductPage,
  search: async () => (await import('./features/search/search.page.tsx')).SearchPage,
  searchEvents: async () => (await import('./features/events/search-events.page.tsx')).SearchEventsPage,
  searchLocations: async () => (await import('./features/locations/search-locations.page.tsx')).SearchLocationsPage,
  searchShows: async () => (await import('./features/shows/search-shows.page.tsx')).SearchShowsPage,
  searchArtists: async () => (await import('./features/artists/search-artists.page.tsx')).SearchArtistsPage,
  artist: async () => (await import('./features/events/artist-events.page.tsx')).ArtistEventsPage,
  event: async () => (await import('./features/shows/event-shows.page.tsx')).EventShowsPage,
  createEvent: async () => (await import('./features/programme-admin/create-event.page.tsx')).CreateEventPage,
  location: async () => (await import('./features/shows/location-shows.page.tsx')).LocationShowsPage,
  show: async () => (await import('./features/seating/buy-ticket.page.tsx')).BuyTicketPage,
  createShow: async () => (await import('./features/programme-admin/create-show.page.tsx')).CreateShowPage,
  checkout: async () => (await import('./features/checkout/checkout.page.tsx')).CheckoutPage,
  invoice: async () => (await import('./features/invoices/invoice.page.tsx')).InvoicePage,
  ownTickets: async () => (await import('./features/tickets/own-tickets.page.tsx')).OwnTicketsPage,
  ownInvoices: async () => (await import('./features/invoices/own-invoices.page.tsx')).OwnInvoicesPage,
  profile: async () => (await import('./features/users/profile.page.tsx')).ProfilePage,
  reminders: async () => (await import('./features/reminders/reminders.page.tsx')).RemindersPage,
  imprint: legalPage,
  terms: legalPage,
  privacy: legalPage,
  withdrawal: legalPage,
  contact: legalPage,
  createUser: async () => (await import('./features/users-admin/create-user.page.tsx')).CreateUserPage,
  admin: async () => (await import('./features/users-admin/admin.page.tsx')).AdminPage,
}
