/** Texts of the preview of a seating plan. */
export const texts = {
  hint: 'This is the plan as customers will see it, with all places free. Choose places to try it; nothing is reserved.',
  nothing: 'No places chosen.',
  categories: 'Price categories',
  price: 'Price',
  sectors: 'Sectors',
  places: 'Places',
  revenue: 'Revenue if sold out',
  total: 'Total',
}
