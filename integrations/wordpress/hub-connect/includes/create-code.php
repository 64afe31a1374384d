<?php
/**
 * The request of the button that generates a code.
 *
 * @package HubConnect
 */

defined( 'ABSPATH' ) || exit;

/**
 * Generates a code for the user who is signed in. This is no REST route: an application password must not be able to make others.
 */
function hub_connect_ajax_create_code() {
	check_ajax_referer( 'hub_connect_create_code' );
	nocache_headers();
	$obstacle = hub_connect_obstacle( wp_get_current_user() );
	if ( null !== $obstacle ) {
		wp_send_json_error( array( 'message' => $obstacle ), 403 );
	}
	$code = hub_connect_create_code( get_current_user_id() );
	if ( null === $code ) {
		wp_send_json_error( array( 'message' => __( 'The code could not be stored. Try again.', 'hub-connect' ) ), 500 );
	}
	wp_send_json_success(
		array(
			'code'    => $code,
			'seconds' => HUB_CONNECT_CODE_MINUTES * MINUTE_IN_SECONDS,
		)
	);
}
add_action( 'wp_ajax_hub_connect_create_code', 'hub_connect_ajax_create_code' );
