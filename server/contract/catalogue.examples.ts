import './books.examples'
import { typeaheadSchema } from './catalogue'
import { example } from './example'

example(typeaheadSchema, { words: ['lighthouse mysteries'] })
