/** Why a book is recommended, in English. */
export const RECOMMENDATION_WORDS = {
  next_in_series: 'Next in {series}',
  author: 'More by {author}',
  narrator: 'More narrated by {narrator}',
  similar: 'Because you requested {title}',
  bestseller: 'Bestseller',
  category_bestseller: 'Bestseller in {category}',
  new_release: 'New release',
} as const
