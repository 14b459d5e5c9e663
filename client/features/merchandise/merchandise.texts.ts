import { pageWords } from '#contract/page-words.ts'
import { pages } from '#contract/pages.ts'
import { counted, numberText } from '#domain/number-text.ts'

/** Texts of the merchandise pages. */
export const texts = {
  merchandise: pages.merchandise.title,
  lead: pageWords.merchandise.lead,
  create: pages.createProduct.title,
  filters: 'Filter merchandise',
  name: 'Name',
  minPrice: 'Minimum price (€)',
  maxPrice: 'Maximum price (€)',
  minPoints: 'Minimum points',
  maxPoints: 'Maximum points',
  sort: 'Sort by',
  sortOptions: {
    NAME: 'Name',
    PRICE_ASCENDING: 'Price Asc.',
    PRICE_DESCENDING: 'Price Desc.',
    POINTS_ASCENDING: 'Points Asc.',
    POINTS_DESCENDING: 'Points Desc.',
  },
  list: 'Products',
  nothingFound: "We're sorry - there is currently no product which matches your requirements",
  left: (count: number) => `${numberText(count)} left`,
  points: (count: number) => counted(count, 'point', 'points'),
  soldOut: 'Sold out',
  states: { PENDING: 'Pending', ON_SALE: 'On sale', OFF_SALE: 'Off sale' },

  allMerchandise: pageWords.merchandise.back,
  pending:
    'This product awaits approval by an administrator. Until then, nobody else can see it and nobody can buy it.',
  offSale: "This product is off sale. Customers can't see it.",
  soldOutNow: 'This product is currently sold out.',
  payment: 'How to pay',
  withMoney: 'Buy with Money',
  withPoints: 'Buy with Points',
  notRedeemable: "This product can't be bought with points.",
  pointsOnly: 'This product can only be bought with points.',
  yourPoints: (points: number) => `You have ${counted(points, 'point', 'points')}.`,
  tooFewPoints: (balance: number, needed: number, isWithCart: boolean) =>
    `${isWithCart ? 'Your cart and this together cost' : 'You need'} ${texts.points(needed)}; you have ${numberText(balance)}. Items can stay in your cart until you have enough.`,
  quantity: 'Quantity',
  total: 'Total',
  add: 'Add To Cart',
  added: (quantity: number, name: string) => `Added ${numberText(quantity)}x ${name} to cart`,
  logIn: 'Please log in to buy',
  inCart: (count: number) => `${numberText(count)} in your cart`,
  toCheckout: 'Go to checkout',

  createLead: 'Everything customers need to know before they buy.',
  publishedFirst: 'An administrator reviews your product before others can see and buy it.',
  description: 'Description',
  price: 'Price (€)',
  priceHint: 'At least 0.01 €',
  freeHint: 'At 0 € it can only be bought with points, or is free if it costs no points either.',
  pointsOfPiece: 'Points',
  pointsHint: "Points per item. Enter 0 if points aren't accepted.",
  stock: 'Stock',
  itemsPerCustomer: 'Items per customer',
  itemsHint: 'Limit per customer, across all orders.',
  image: 'Picture',
  created: 'successfully created item',
  notCreated: 'Product not created - please check your inputs',

  edit: 'Edit Product',
  changeState: { ON_SALE: 'Publish', OFF_SALE: 'Take off sale' },
  stateChanged: {
    ON_SALE: (name: string) => `${name} is on sale`,
    OFF_SALE: (name: string) => `${name} is off sale`,
  },
}
