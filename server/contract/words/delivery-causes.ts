export const DELIVERY_CAUSE_CODES = [
  'other',
  'connection_failed',
  'timed_out',
  'not_public',
  'redirects',
  'answered',
  'answered_with',
  'nothing_sent',
  'sent_in_part',
  'sent_in_part_with',
] as const
export type DeliveryCauseCode = (typeof DELIVERY_CAUSE_CODES)[number]

/** Why a message did not arrive at a target. */
export const DELIVERY_WORDS = {
  other: '{text}',
  connection_failed: 'The connection to the target failed: {failure}.',
  timed_out: 'The target did not answer within {seconds} seconds.',
  not_public:
    'The address is not in the public network, or does not exist. An administrator can allow private ones for targets of users.',
  redirects: 'The target answered {status}: it redirects. Enter the address it redirects to.',
  answered: 'The target answered {status}.',
  answered_with: 'The target answered {status}: {text}',
  nothing_sent:
    '{service} answered {status}: it sent nothing, as there is no service in the configuration of this address.',
  sent_in_part:
    '{service} answered {status}: at least one of its services failed. Others may have got the message, so it is not repeated by itself.',
  sent_in_part_with:
    '{service} answered {status}: at least one of its services failed. Others may have got the message, so it is not repeated by itself. Its answer: {text}',
} as const satisfies Record<DeliveryCauseCode, string>
