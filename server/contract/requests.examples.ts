import { example } from './example'
import { approveRequest, createRequest, declineRequest } from './requests'
import { wished } from './wishes.examples'

example(createRequest.body, { wishes: wished })
example(approveRequest.body, { username: 'robin' })
example(declineRequest.body, { username: 'robin', reason: 'We have the other recording.' })
