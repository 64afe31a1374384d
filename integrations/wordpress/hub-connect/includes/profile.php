<?php
/**
 * The section in the user's own profile.
 *
 * @package HubConnect
 */

defined( 'ABSPATH' ) || exit;

/**
 * Shows the section, or why the user cannot connect a service. Users who cannot write at all do not see it.
 *
 * @param WP_User $user The user, who is signed in.
 */
function hub_connect_show_section( WP_User $user ) {
	if ( ! user_can( $user, 'edit_posts' ) ) {
		return;
	}
	$obstacle = hub_connect_obstacle( $user );
	?>
	<div class="hub-connect" id="hub-connect">
		<h2><?php esc_html_e( 'Connect a publishing service', 'hub-connect' ); ?></h2>
		<?php if ( null !== $obstacle ) : ?>
			<p><?php echo esc_html( $obstacle ); ?></p>
		<?php else : ?>
			<p><?php esc_html_e( 'A publishing service can post to this site in your name. Generate a code here and enter it in the service, together with the address of this site.', 'hub-connect' ); ?></p>
			<?php hub_connect_show_fields(); ?>
		<?php endif; ?>
	</div>
	<?php
}
add_action( 'show_user_profile', 'hub_connect_show_section' );

/**
 * Shows the address of the site, the button, and the place where the code appears.
 */
function hub_connect_show_fields() {
	?>
	<p class="hide-if-js"><?php esc_html_e( 'Generating a code needs JavaScript.', 'hub-connect' ); ?></p>
	<table class="form-table hide-if-no-js" role="presentation">
		<tr>
			<th scope="row"><label for="hub-connect-address"><?php esc_html_e( 'Address of this site', 'hub-connect' ); ?></label></th>
			<td>
				<input type="text" id="hub-connect-address" class="regular-text code" readonly value="<?php echo esc_attr( untrailingslashit( home_url() ) ); ?>">
				<?php hub_connect_show_copy_button( 'hub-connect-address' ); ?>
			</td>
		</tr>
		<tr>
			<th scope="row"><?php esc_html_e( 'Connect code', 'hub-connect' ); ?></th>
			<td>
				<button type="button" class="button button-secondary" id="hub-connect-create" aria-describedby="hub-connect-description"><?php esc_html_e( 'Generate connect code', 'hub-connect' ); ?></button>
				<div id="hub-connect-result" role="status" hidden>
					<p>
						<label for="hub-connect-code" class="screen-reader-text"><?php esc_html_e( 'Connect code', 'hub-connect' ); ?></label>
						<input type="text" id="hub-connect-code" class="code" size="21" readonly autocomplete="off">
						<?php hub_connect_show_copy_button( 'hub-connect-code' ); ?>
					</p>
					<p class="description" id="hub-connect-expiry"></p>
				</div>
				<p class="description" id="hub-connect-description">
					<?php
					printf(
						/* translators: %d: Number of minutes. */
						esc_html__( 'A code works once and for %d minutes; a new one replaces it. The service gets an application password, which you can revoke in the list of application passwords on this page.', 'hub-connect' ),
						(int) HUB_CONNECT_CODE_MINUTES
					);
					?>
				</p>
				<div class="notice notice-error inline" id="hub-connect-failure" role="alert" hidden><p></p></div>
			</td>
		</tr>
	</table>
	<?php
}

/**
 * Shows a button that copies the text of a field.
 *
 * @param string $field_id The field.
 */
function hub_connect_show_copy_button( $field_id ) {
	?>
	<button type="button" class="button hub-connect-copy" data-clipboard-target="#<?php echo esc_attr( $field_id ); ?>"><?php esc_html_e( 'Copy', 'hub-connect' ); ?></button>
	<span class="hub-connect-copied" aria-hidden="true" hidden><?php esc_html_e( 'Copied!', 'hub-connect' ); ?></span>
	<?php
}

/**
 * Loads the script of the section on the profile page.
 *
 * @param string $page Name of the admin page.
 */
function hub_connect_enqueue_script( $page ) {
	if ( 'profile.php' !== $page || null !== hub_connect_obstacle( wp_get_current_user() ) ) {
		return;
	}
	wp_enqueue_script( 'hub-connect-profile', plugins_url( 'assets/profile.js', HUB_CONNECT_FILE ), array( 'wp-util', 'wp-a11y', 'clipboard' ), HUB_CONNECT_VERSION, true );
	wp_localize_script(
		'hub-connect-profile',
		'hubConnectProfile',
		array(
			'nonce'   => wp_create_nonce( 'hub_connect_create_code' ),
			/* translators: %s: Time of day. */
			'valid'   => __( 'Valid until %s. You will not see this code again. Whoever has it can publish in your name.', 'hub-connect' ),
			'expired' => __( 'The code has expired. Generate a new one.', 'hub-connect' ),
			'created' => __( 'The connect code was generated.', 'hub-connect' ),
			'copied'  => __( 'Copied to your clipboard.', 'hub-connect' ),
			'failed'  => __( 'The code could not be generated. Reload the page and try again.', 'hub-connect' ),
		)
	);
}
add_action( 'admin_enqueue_scripts', 'hub_connect_enqueue_script' );
