import { example } from './example'
import { inLibrarySchema } from './library'
import { correctMatch, libraryItemSchema, undoMatchCorrection } from './library-matches'

const { item } = example(libraryItemSchema, {
  item: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f63/li_8gch9ve09orgn4fdz8',
  title: 'The Lighthouse Keeper’s Almanac',
  authors: ['Ines Calder'],
  narrators: ['Tom Avery'],
  runtime_length_min: 751,
  link: 'https://listen.example.org/item/li_8gch9ve09orgn4fdz8',
  why: 'title_author_and_length',
})
example(correctMatch.body, { item, is: false })
example(undoMatchCorrection.body, { item })
example(inLibrarySchema, {
  link: 'https://listen.example.org/item/4c2f7a10',
  same_edition: true,
  why: 'same_asin',
  item: '4c2f7a10',
})
