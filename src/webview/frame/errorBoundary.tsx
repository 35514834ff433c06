import { Component, type ComponentChildren, type ContextType } from 'preact';
import { errorMessage } from '../../base/errors.ts';
import { ChatContext } from '../chatContext.ts';

interface Props {
  /** What could not be drawn, as the beginning of a sentence. */
  readonly what: string;
  readonly children: ComponentChildren;
}

/** Keeps an error inside the part where it happened: that part becomes one line, and the log has the rest. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  static override contextType = ChatContext;
  declare context: ContextType<typeof ChatContext>;
  override state = { error: undefined as unknown };

  static override getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown): void {
    this.context?.host.report(error);
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <div class="line bad" role="alert">
        <i class="codicon codicon-error" aria-hidden="true" />
        <span>
          {this.props.what} could not be shown: {errorMessage(this.state.error)}
        </span>
        <button type="button" class="link" onClick={() => this.setState({ error: undefined })}>
          Try again
        </button>
      </div>
    );
  }
}
