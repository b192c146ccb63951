/**
 * What the server refuses, and why, by the code of the problem; where a code has several reasons, its value `why`
 * names the one. Those that any page may show.
 */
export const PROBLEM_WORDS = {
  already_requested: 'You have requested this audiobook already.',
  already_available: 'This audiobook is in the library already.',
  declined_for_good: {
    unexplained: 'This audiobook was declined to you twice, which is final.',
    explained: 'This audiobook was declined to you twice, which is final: {reason}',
  },
  nothing_to_decide: 'There is no request for {title} that this would change.',
  not_in_region: {
    catalogue: 'The catalogue has no audiobook {asin} in the region {region}.',
    anywhere: 'Nobody here has asked for {asin}, and the catalogue does not have it in the region {region}.',
  },
  already_written_down: 'An audiobook of this title and author is written down already.',
  too_many_attempts: 'Too many wrong passwords. Try again in {seconds} seconds.',
  sign_in_busy: 'Too many people are signing in right now. Try again in a moment.',
  wrong_credentials: {
    pair: 'Wrong username or password.',
    administrator: 'This is not the password of that administrator.',
    changed: 'The password was changed in the meantime.',
  },
  already_initialised: 'This server is set up already. Sign in instead.',
} as const
