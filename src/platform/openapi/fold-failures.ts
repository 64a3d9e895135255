/** The little of React that a plugin of Swagger UI gets and needs. */
interface React {
  createElement(type: unknown, props: object | null, ...children: unknown[]): unknown;
  useState<T>(initial: T): [T, (value: T) => void];
}

/** A row of the table of answers, as Swagger UI hands it to its component. */
interface ResponseProps {
  code: string;
  response: { get(field: 'description'): string };
}

/**
 * A plugin of Swagger UI: of each failure it shows the status and what it means, and the rest on a click.
 * Unfolded, the failures of one operation fill three screens, which whoever goes on to the next has to pass.
 * It runs in the browser and is sent there as text, so it must not use anything outside of itself.
 */
export function foldFailures(): object {
  const response =
    (Response: unknown, { React }: { React: React }) =>
    (props: ResponseProps): unknown => {
      const [isOpen, setOpen] = React.useState(props.code.startsWith('2'));
      if (isOpen) return React.createElement(Response, props);
      const button = { className: 'response-unfold', onClick: () => setOpen(true) };
      return React.createElement(
        'tr',
        { className: 'response', 'data-code': props.code },
        React.createElement('td', { className: 'response-col_status' }, props.code),
        React.createElement(
          'td',
          { className: 'response-col_description' },
          props.response.get('description'),
          React.createElement('button', button, 'Show the answer'),
        ),
      );
    };
  return { wrapComponents: { response } };
}
