/** The errors of a send; the magic recipient 56900NNNNNN meets the one of its last digits. */
interface MessagingError {
  status: number;
  code: number;
  subcode?: number;
  message: string;
}

const ERRORS: Record<number, MessagingError> = {
  190: { status: 401, code: 190, message: 'Error validating access token: The session is invalid' },
  10: { status: 403, code: 10, message: 'Application does not have permission for this action' },
  200: { status: 403, code: 200, message: 'Requires pages_messaging permission' },
  230: { status: 403, code: 230, message: 'User consent is required to access user profile' },
  368: { status: 403, code: 368, message: 'The action attempted has been deemed abusive' },
  4: { status: 429, code: 4, message: 'Application request limit reached' },
  613: { status: 429, code: 613, message: 'Calls to this api have exceeded the rate limit' },
  80006: { status: 429, code: 80006, message: 'There have been too many messages calls' },
  1200: { status: 500, code: 1200, message: 'Temporary send message failure. Please try again later' },
  2: { status: 503, code: 2, message: 'Service temporarily unavailable' },
  551: { status: 400, code: 551, message: "This person isn't available right now" },
  100: { status: 400, code: 100, message: 'Invalid parameter' },
  18001: { status: 400, code: 100, subcode: 2018001, message: 'No matching user found' },
  18278: {
    status: 400,
    code: 10,
    subcode: 2018278,
    message: 'This message is sent outside of allowed window',
  },
  93063: { status: 400, code: 10, subcode: 1893063, message: 'Page is restricted from messaging' },
};

/** The error that a recipient asks for; null: an ordinary one. */
export function magicError(to: string): number | null {
  const match = /^56900(\d{6})$/.exec(to);
  const code = match ? Number(match[1]) : Number.NaN;
  return code in ERRORS ? code : null;
}

/** Status and body of an error. */
export function messagingError(name: number, details?: string): { status: number; body: object } {
  const { status, code, subcode, message } = ERRORS[name] ?? { status: 400, code: name, message: 'Unknown' };
  return {
    status,
    body: {
      error: {
        message: `(#${code}) ${details ?? message}`,
        type: 'OAuthException',
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        fbtrace_id: 'playground',
      },
    },
  };
}
