import { example } from './example'
import { createRequest } from './requests'
import { wished } from './wishes.examples'

example(createRequest.body, { wishes: wished })
