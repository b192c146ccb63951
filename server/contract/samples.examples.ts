import { example } from './example'
import { getSample } from './samples'

example(getSample.answers[200].schema, { audio: '/api/books/B0EXAMPLE1/sample/audio?region=us' })
